import { translations } from '../language/language.ts';

/** Texts of the shared components. */
export const componentMessages = translations(
  {
    cancel: 'Cancel',
    leave: 'Leave company',
    leaveOf: (company: string) => `Leave ${company}`,
    leaveWarning: 'You lose access to this console at once. An owner must invite you again if you want to come back.',
    close: 'Close',
    tryAgain: 'Try again',
    loading: 'Loading…',
    copy: (what: string) => `Copy: ${what}`,
    copyShort: 'Copy',
    copied: 'Copied',
    showMore: 'Show more',
    download: 'Download CSV',
    downloading: (count: string) => `${count} rows read…`,
    downloaded: (count: number, text: string) =>
      count === 1 ? '1 row has been saved as a file.' : `${text} rows have been saved as a file.`,
    shown: (count: number) => `${count} shown`,
    zone: (zone: string) => `Times are in ${zone}.`,
    actions: 'Actions',
    never: 'never',
    none: '—',
    reference: (requestId: string) => `Reference for support: ${requestId}`,
    connectionUnknown:
      'The connection was lost before a response came, so it is not certain that this was done. Check the current state below and try again if needed.',
    failed: 'Something went wrong on our side. Try again in a moment.',
    signInRefused:
      'The service does not accept your sign-in. Ask an administrator of the service to check the audience and scope of its tokens.',
    forbidden: 'Your role no longer allows this. Ask an owner of your company.',
    badUserId: 'Enter a whole number, 1 or more.',
    badDay: (text: string) => `${text} is not a day of the calendar. Choose a day.`,
  },
  {
    'pt-BR': {
      cancel: 'Cancelar',
      leave: 'Sair da empresa',
      leaveOf: (company) => `Sair de ${company}`,
      leaveWarning:
        'Você perde o acesso a este console imediatamente. Para voltar, um proprietário precisa convidar você de novo.',
      close: 'Fechar',
      tryAgain: 'Tentar novamente',
      loading: 'Carregando…',
      copy: (what) => `Copiar: ${what}`,
      copyShort: 'Copiar',
      copied: 'Copiado',
      showMore: 'Mostrar mais',
      download: 'Baixar CSV',
      downloading: (count) => `${count} linhas lidas…`,
      downloaded: (count, text) =>
        count === 1 ? '1 linha foi salva em um arquivo.' : `${text} linhas foram salvas em um arquivo.`,
      shown: (count) => (count === 1 ? '1 exibido' : `${count} exibidos`),
      zone: (zone) => `Horários em ${zone}.`,
      actions: 'Ações',
      never: 'nunca',
      none: '—',
      reference: (requestId) => `Referência para o suporte: ${requestId}`,
      connectionUnknown:
        'A conexão caiu antes da resposta, por isso não há como saber se a operação foi concluída. Confira o estado atual abaixo e tente novamente, se necessário.',
      failed: 'Algo deu errado do nosso lado. Tente novamente em instantes.',
      signInRefused:
        'O serviço não aceita o seu login. Peça a um administrador do serviço que verifique a audiência e o escopo dos tokens.',
      forbidden: 'Seu papel não permite mais esta ação. Fale com um proprietário da sua empresa.',
      badUserId: 'Informe um número inteiro a partir de 1.',
      badDay: (text) => `${text} não é um dia do calendário. Escolha um dia.`,
    },
    es: {
      cancel: 'Cancelar',
      leave: 'Abandonar la empresa',
      leaveOf: (company) => `Abandonar ${company}`,
      leaveWarning:
        'Usted pierde de inmediato el acceso a esta consola. Para volver, un propietario debe invitarle de nuevo.',
      close: 'Cerrar',
      tryAgain: 'Reintentar',
      loading: 'Cargando…',
      copy: (what) => `Copiar: ${what}`,
      copyShort: 'Copiar',
      copied: 'Copiado',
      showMore: 'Mostrar más',
      download: 'Descargar CSV',
      downloading: (count) => `${count} filas leídas…`,
      downloaded: (count, text) =>
        count === 1 ? 'Se ha guardado 1 fila en un archivo.' : `Se han guardado ${text} filas en un archivo.`,
      shown: (count) => (count === 1 ? '1 en pantalla' : `${count} en pantalla`),
      zone: (zone) => `Horas en ${zone}.`,
      actions: 'Acciones',
      never: 'nunca',
      none: '—',
      reference: (requestId) => `Referencia para soporte: ${requestId}`,
      connectionUnknown:
        'La conexión se perdió antes de recibir respuesta, por lo que no se sabe si la operación se ha realizado. Compruebe el estado actual abajo y reinténtelo si hace falta.',
      failed: 'Algo ha fallado por nuestra parte. Reinténtelo en unos instantes.',
      signInRefused:
        'El servicio no acepta su inicio de sesión. Pida a un administrador del servicio que compruebe la audiencia y el ámbito de los tokens.',
      forbidden: 'Su rol ya no permite esta acción. Hable con un propietario de su empresa.',
      badUserId: 'Introduzca un número entero a partir de 1.',
      badDay: (text) => `${text} no es un día del calendario. Elija un día.`,
    },
  },
);
