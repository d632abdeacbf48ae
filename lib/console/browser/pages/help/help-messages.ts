import { translations } from '../../language/translations.ts';

/** Commands to try a new credential. */
const tryIt = (apiUrl: string): string =>
  [
    `API=${apiUrl}`,
    `curl -s "$API/auth" -H 'Content-Type: application/json' \\`,
    `  -d '{"clientId": "ckc_…", "clientSecret": "cks_…"}'`,
    `curl -s "$API/scheduling/checkin" -H 'Content-Type: application/json' \\`,
    `  -H "Authorization: Bearer accessToken" -d '{"id": 1, "dryRun": true}'`,
  ].join('\n');

/** The texts of the page Help, by section. */
export const helpMessages = translations({
  intro: [
    'The most common tasks, step by step.',
    'As tarefas mais comuns, passo a passo.',
    'Las tareas más habituales, paso a paso.',
  ],
  whoMayWhat: ['Who may do what', 'Quem pode fazer o quê', 'Quién puede hacer qué'],
  sections: {
    connect: {
      title: ['Connect a gate', 'Conectar uma catraca', 'Conectar un control de acceso'],
      permission: 'clients.change',
      steps: [
        [
          'Open “API clients” and choose “Create API client”. Give it the name of the gate.',
          'Copy the client ID and the client secret into the settings of the gate. The secret is shown only once.',
          'Tick “I have stored the secret” and choose “Done”.',
          'Swipe a badge: the request appears in the log. Or try the credentials with the commands below, which change nothing.',
        ],
        [
          'Abra “Clientes de API” e escolha “Criar cliente de API”. Dê a ele o nome da catraca.',
          'Copie o ID e o segredo do cliente para a configuração da catraca. O segredo é exibido uma única vez.',
          'Marque “Guardei o segredo” e escolha “Concluir”.',
          'Passe um crachá: a solicitação aparece no registro. Ou teste as credenciais com os comandos abaixo, que não alteram nada.',
        ],
        [
          'Abra «Clientes de API» y elija «Crear cliente de API». Póngale el nombre del control de acceso.',
          'Copie el ID y el secreto de cliente en la configuración del control de acceso. El secreto solo se muestra una vez.',
          'Marque «He guardado el secreto» y elija «Listo».',
          'Pase una tarjeta: la solicitud aparece en el registro. O pruebe las credenciales con los comandos de abajo, que no cambian nada.',
        ],
      ],
      code: (apiUrl: string | undefined) => [
        tryIt(apiUrl ?? 'https://address-of-the-api'),
        tryIt(apiUrl ?? 'https://endereco-da-api'),
        tryIt(apiUrl ?? 'https://direccion-de-la-api'),
      ],
    },
    rotate: {
      title: [
        'Rotate a secret without downtime',
        'Renovar um segredo sem interrupção',
        'Renovar un secreto sin interrupciones',
      ],
      permission: 'clients.change',
      steps: [
        [
          'Choose “Rotate secret” in the menu of the API client or on its page. The old secret keeps working for the time that you choose.',
          'Enter the new secret in the gate before the old one expires.',
          'The page of the API client shows when each secret was last used. As soon as the gate uses the new one, you can end the old one.',
        ],
        [
          'Escolha “Renovar segredo” no menu do cliente de API ou na página dele. O segredo antigo continua funcionando pelo tempo que você indicar.',
          'Configure o novo segredo na catraca antes que o antigo expire.',
          'A página do cliente de API mostra quando cada segredo foi usado pela última vez. Assim que a catraca usar o novo, você pode invalidar o antigo.',
        ],
        [
          'Elija «Renovar secreto» en el menú del cliente de API o en su página. El secreto antiguo sigue funcionando el tiempo que usted indique.',
          'Introduzca el secreto nuevo en el control de acceso antes de que caduque el antiguo.',
          'La página del cliente de API muestra cuándo se usó cada secreto por última vez. En cuanto el control de acceso use el nuevo, puede anular el antiguo.',
        ],
      ],
    },
    checkIn: {
      title: [
        'Check somebody in by hand',
        'Fazer o check-in de alguém manualmente',
        'Hacer el check-in de alguien a mano',
      ],
      steps: [
        [
          'Open “Today” or “Users” and type part of the name, the badge or the e-mail address.',
          'Choose the person, then “Check in” beside the booking. The reason you enter is kept in the log.',
          'If it was the wrong person, choose “Undo check-in”.',
        ],
        [
          'Abra “Hoje” ou “Usuários” e digite uma parte do nome, do crachá ou do e-mail.',
          'Escolha a pessoa e, ao lado da reserva, “Fazer check-in”. O motivo informado fica no registro.',
          'Se era a pessoa errada, escolha “Desfazer check-in”.',
        ],
        [
          'Abra «Hoy» o «Usuarios» y escriba una parte del nombre, de la tarjeta o del correo.',
          'Elija a la persona y, junto a la reserva, «Hacer check-in». El motivo que indique queda en el registro.',
          'Si era otra persona, elija «Deshacer check-in».',
        ],
      ],
    },
    why: {
      title: [
        'Find out why a swipe did nothing',
        'Descobrir por que a passagem de um crachá não teve efeito',
        'Averiguar por qué una tarjeta no tuvo efecto',
      ],
      steps: [
        [
          'Open “Users” and find the person, whose page shows the last swipes. Or open “Log”.',
          'Choose “Why?” beside the entry: it shows what the swipe saw at that moment and what is different now.',
          'If the person should be checked in, choose “Check in” beside the booking. The reason you enter is kept in the log.',
        ],
        [
          'Abra “Usuários” e encontre a pessoa: a página dela mostra as últimas passagens. Ou abra “Registro”.',
          'Escolha “Por quê?” ao lado da entrada: você vê o que a passagem encontrou naquele momento e o que mudou desde então.',
          'Se a pessoa deve entrar, escolha “Fazer check-in” ao lado da reserva. O motivo informado fica no registro.',
        ],
        [
          'Abra «Usuarios» y busque a la persona: su página muestra las últimas lecturas. O abra «Registro».',
          'Elija «¿Por qué?» junto a la entrada: muestra lo que encontró la tarjeta en ese momento y lo que ha cambiado desde entonces.',
          'Si la persona debe entrar, elija «Hacer check-in» junto a la reserva. El motivo que indique queda en el registro.',
        ],
      ],
    },
    import: {
      title: ['Import users and bookings', 'Importar usuários e reservas', 'Importar usuarios y reservas'],
      permission: 'imports.run',
      intro: [
        'Files are CSV with a header row, or NDJSON. Importing the same line again changes nothing. Import users first: a booking of an unknown user is rejected.',
        'Os arquivos são CSV com linha de cabeçalho ou NDJSON. Importar a mesma linha duas vezes não altera nada. Importe primeiro os usuários: uma reserva de usuário desconhecido é recusada.',
        'Los archivos son CSV con fila de cabecera o NDJSON. Importar dos veces la misma línea no cambia nada. Importe primero los usuarios: se rechaza una reserva de un usuario desconocido.',
      ],
      points: [
        [
          'Users: id, name, uid, uids, email, language',
          'Bookings: bookingId, userId, kind (position or parking), name, checkinOpensAt, noShowAt — or startsAt, checkinAdvanceMinutes, noShowMinutes in place of checkinOpensAt and noShowAt',
          'Both: deleted (true removes what the line names)',
          'Leave out companyId, or set it to your company. Times without an offset, such as 2026-11-21 08:00, are in the time zone of your browser.',
        ],
        [
          'Usuários: id, name, uid, uids, email, language',
          'Reservas: bookingId, userId, kind (position ou parking), name, checkinOpensAt, noShowAt — ou startsAt, checkinAdvanceMinutes, noShowMinutes no lugar de checkinOpensAt e noShowAt',
          'Ambos: deleted (true remove o que a linha indica)',
          'Omita companyId ou use o da sua empresa. Horários sem fuso, como 2026-11-21 08:00, são no fuso horário do seu navegador.',
        ],
        [
          'Usuarios: id, name, uid, uids, email, language',
          'Reservas: bookingId, userId, kind (position o parking), name, checkinOpensAt, noShowAt — o startsAt, checkinAdvanceMinutes, noShowMinutes en lugar de checkinOpensAt y noShowAt',
          'Ambos: deleted (true elimina lo que indica la línea)',
          'Omita companyId o use el de su empresa. Las horas sin desfase, como 2026-11-21 08:00, son de la zona horaria de su navegador.',
        ],
      ],
    },
  },
});
