import { translations } from '../language/language.ts';

/** Texts of the shared components. */
export const componentMessages = translations(
  {
    cancel: 'Cancel',
    close: 'Close',
    tryAgain: 'Try again',
    loading: 'Loading…',
    copy: (what: string) => `Copy: ${what}`,
    copyShort: 'Copy',
    copied: 'Copied',
    showMore: 'Show more',
    shown: (count: number) => `${count} shown`,
    zone: (zone: string) => `Times are in ${zone}.`,
    actions: 'Actions',
    never: 'never',
    none: '—',
    reference: (requestId: string) => `Reference for support: ${requestId}`,
    connectionUnknown:
      'The connection was lost before a response came, so it is not certain that this was done. Check the current state below and try again if needed.',
    failed: 'The service could not do this just now. Try again in a moment.',
    signInRefused:
      'The service does not accept your sign-in. Ask an administrator of the service to check the audience and scope of its tokens.',
    forbidden: 'Your role no longer allows this. Ask an owner of your company.',
    mustNotBeEmpty: 'Enter a value.',
  },
  {
    'pt-BR': {
      cancel: 'Cancelar',
      close: 'Fechar',
      tryAgain: 'Tentar novamente',
      loading: 'Carregando…',
      copy: (what) => `Copiar: ${what}`,
      copyShort: 'Copiar',
      copied: 'Copiado',
      showMore: 'Mostrar mais',
      shown: (count) => (count === 1 ? '1 exibido' : `${count} exibidos`),
      zone: (zone) => `Horários em ${zone}.`,
      actions: 'Ações',
      never: 'nunca',
      none: '—',
      reference: (requestId) => `Referência para o suporte: ${requestId}`,
      connectionUnknown:
        'A conexão caiu antes da resposta, por isso não há como saber se a operação foi concluída. Confira o estado atual abaixo e tente novamente, se necessário.',
      failed: 'O serviço não conseguiu fazer isso agora. Tente novamente em instantes.',
      signInRefused:
        'O serviço não aceita o seu login. Peça a um administrador do serviço que verifique a audiência e o escopo dos tokens.',
      forbidden: 'Seu papel não permite mais esta ação. Fale com um proprietário da sua empresa.',
      mustNotBeEmpty: 'Preencha este campo.',
    },
    es: {
      cancel: 'Cancelar',
      close: 'Cerrar',
      tryAgain: 'Reintentar',
      loading: 'Cargando…',
      copy: (what) => `Copiar: ${what}`,
      copyShort: 'Copiar',
      copied: 'Copiado',
      showMore: 'Mostrar más',
      shown: (count) => (count === 1 ? '1 en pantalla' : `${count} en pantalla`),
      zone: (zone) => `Horas en ${zone}.`,
      actions: 'Acciones',
      never: 'nunca',
      none: '—',
      reference: (requestId) => `Referencia para soporte: ${requestId}`,
      connectionUnknown:
        'La conexión se perdió antes de recibir respuesta, por lo que no se sabe si la operación se ha realizado. Compruebe el estado actual abajo y reinténtelo si hace falta.',
      failed: 'El servicio no ha podido hacerlo ahora. Reinténtelo en unos instantes.',
      signInRefused:
        'El servicio no acepta su inicio de sesión. Pida a un administrador del servicio que compruebe la audiencia y el ámbito de los tokens.',
      forbidden: 'Su rol ya no permite esta acción. Hable con un propietario de su empresa.',
      mustNotBeEmpty: 'Rellene este campo.',
    },
  },
);
