import type { Permission } from '../../../../../shared/rules/roles.ts';
import { translations } from '../../language/translations.ts';

interface Section {
  readonly title: string;
  /** Who needs it; everybody if absent. */
  readonly permission?: Permission;
  readonly paragraphs?: readonly string[];
  readonly steps?: readonly string[];
  readonly points?: readonly string[];
  /** @param apiUrl the base URL of the API, if it is known */
  readonly code?: (apiUrl: string | undefined) => string;
}

/** Commands to try a new credential. */
const tryIt =
  (placeholder: string) =>
  (apiUrl: string | undefined): string =>
    [
      `API=${apiUrl ?? placeholder}`,
      `curl -s "$API/auth" -H 'Content-Type: application/json' \\`,
      `  -d '{"clientId": "ckc_…", "clientSecret": "cks_…"}'`,
      `curl -s "$API/scheduling/checkin" -H 'Content-Type: application/json' \\`,
      `  -H "Authorization: Bearer accessToken" -d '{"id": 1, "dryRun": true}'`,
    ].join('\n');

/** The texts of the page Help, by section. */
export const helpMessages = translations<{ readonly intro: string; readonly sections: readonly Section[] }>(
  {
    intro: 'What people do here most often, step by step.',
    sections: [
      {
        title: 'Connect a gate',
        permission: 'clients.change',
        steps: [
          'Open “API clients” and choose “Create API client”. Give it the name of the gate.',
          'Copy the client ID and the client secret into the settings of the gate. The secret is shown only once.',
          'Tick “I have stored the secret” and choose “Done”.',
          'Swipe a badge: the request appears in the log. Or try the credentials with the lines below, which change nothing.',
        ],
        code: tryIt('https://address-of-the-api'),
      },
      {
        title: 'Rotate a secret without an interruption',
        permission: 'clients.change',
        steps: [
          'Choose “Rotate secret” in the menu of the API client or on its page. The old secret keeps working for the time that you choose.',
          'Enter the new secret in the gate before the old one ends.',
          'The page of the API client shows when each secret was last used. When the gate uses the new one, you can end the old one at once.',
        ],
      },
      {
        title: 'Check somebody in by hand',
        steps: [
          'Open “Today” or “Users” and type a part of the name, the badge or the e-mail address.',
          'Choose the person, and “Check in” beside the booking. The reason you enter is kept in the log.',
          'If it was the wrong person, choose “Undo check-in”.',
        ],
      },
      {
        title: 'Find out why a swipe did nothing',
        steps: [
          'Open “Users” and find the person: the page of the person shows the last swipes. Or open “Log”.',
          'Choose “Why?” beside the entry: it shows what the swipe saw at that moment and what is different now.',
          'If the person should be in, choose “Check in” beside the booking. The reason you enter is kept in the log.',
        ],
      },
      {
        title: 'Import users and bookings',
        permission: 'imports.run',
        paragraphs: [
          'Files are CSV with a header row, or NDJSON. A line that is imported twice changes nothing. Users come first: a booking of an unknown user is rejected.',
        ],
        points: [
          'Users: id, name, uid, uids, email, language',
          'Bookings: bookingId, userId, kind (position or parking), name, checkinOpensAt, noShowAt — or startsAt, checkinAdvanceMinutes, noShowMinutes in place of the two moments',
          'Both: deleted (true removes what the line names)',
          'Leave out companyId, or set it to your company. Times without an offset, such as 2026-11-21 08:00, are in the time zone of your browser.',
        ],
      },
      {
        title: 'Who may do what',
        points: [
          'Viewers see everything but the log and the members, and change nothing.',
          'Reception sees people, bookings and swipes, checks people in by hand and undoes check-ins.',
          'Auditors see what viewers see, and the log.',
          'Admins change everything but the members.',
          'Owners also manage the members. There is always at least one.',
        ],
      },
    ],
  },
  {
    'pt-BR': {
      intro: 'As tarefas mais comuns, passo a passo.',
      sections: [
        {
          title: 'Conectar uma catraca',
          permission: 'clients.change',
          steps: [
            'Abra “Clientes de API” e escolha “Criar cliente de API”. Dê a ele o nome da catraca.',
            'Copie o ID e o segredo do cliente para a configuração da catraca. O segredo é exibido uma única vez.',
            'Marque “Guardei o segredo” e escolha “Concluir”.',
            'Passe um crachá: a solicitação aparece no registro. Ou teste as credenciais com as linhas abaixo, que não alteram nada.',
          ],
          code: tryIt('https://endereco-da-api'),
        },
        {
          title: 'Renovar um segredo sem interrupção',
          permission: 'clients.change',
          steps: [
            'Escolha “Renovar segredo” no menu do cliente de API ou na página dele. O segredo antigo continua funcionando pelo tempo que você indicar.',
            'Configure o novo segredo na catraca antes que o antigo expire.',
            'A página do cliente de API mostra quando cada segredo foi usado pela última vez. Quando a catraca usar o novo, você pode invalidar o antigo imediatamente.',
          ],
        },
        {
          title: 'Fazer o check-in de alguém manualmente',
          steps: [
            'Abra “Hoje” ou “Usuários” e digite uma parte do nome, do crachá ou do e-mail.',
            'Escolha a pessoa e, ao lado da reserva, “Fazer check-in”. O motivo informado fica no registro.',
            'Se era a pessoa errada, escolha “Desfazer check-in”.',
          ],
        },
        {
          title: 'Descobrir por que a passagem de um crachá não teve efeito',
          steps: [
            'Abra “Usuários” e encontre a pessoa: a página dela mostra as últimas passagens. Ou abra “Registro”.',
            'Escolha “Por quê?” ao lado da entrada: você vê o que a passagem encontrou naquele momento e o que mudou desde então.',
            'Se a pessoa deve entrar, escolha “Fazer check-in” ao lado da reserva. O motivo informado fica no registro.',
          ],
        },
        {
          title: 'Importar usuários e reservas',
          permission: 'imports.run',
          paragraphs: [
            'Os arquivos são CSV com linha de cabeçalho ou NDJSON. Importar a mesma linha duas vezes não altera nada. Importe primeiro os usuários: uma reserva de usuário desconhecido é recusada.',
          ],
          points: [
            'Usuários: id, name, uid, uids, email, language',
            'Reservas: bookingId, userId, kind (position ou parking), name, checkinOpensAt, noShowAt — ou startsAt, checkinAdvanceMinutes, noShowMinutes no lugar dos dois momentos',
            'Ambos: deleted (true remove o que a linha indica)',
            'Omita companyId ou use o da sua empresa. Horários sem fuso, como 2026-11-21 08:00, são no fuso horário do seu navegador.',
          ],
        },
        {
          title: 'Quem pode fazer o quê',
          points: [
            'Leitores veem tudo, exceto o registro e os membros, e não alteram nada.',
            'A recepção vê pessoas, reservas e passagens, e faz e desfaz check-ins manualmente.',
            'Auditores veem o que os leitores veem, e também o registro.',
            'Administradores alteram tudo, exceto os membros.',
            'Proprietários também gerenciam os membros. Sempre há pelo menos um.',
          ],
        },
      ],
    },
    es: {
      intro: 'Las tareas más habituales, paso a paso.',
      sections: [
        {
          title: 'Conectar un control de acceso',
          permission: 'clients.change',
          steps: [
            'Abra «Clientes de API» y elija «Crear cliente de API». Póngale el nombre del control de acceso.',
            'Copie el ID y el secreto de cliente en la configuración del control de acceso. El secreto solo se muestra una vez.',
            'Marque «He guardado el secreto» y elija «Listo».',
            'Pase una tarjeta: la solicitud aparece en el registro. O pruebe las credenciales con las líneas de abajo, que no cambian nada.',
          ],
          code: tryIt('https://direccion-de-la-api'),
        },
        {
          title: 'Renovar un secreto sin interrupciones',
          permission: 'clients.change',
          steps: [
            'Elija «Renovar secreto» en el menú del cliente de API o en su página. El secreto antiguo sigue funcionando el tiempo que usted indique.',
            'Introduzca el secreto nuevo en el control de acceso antes de que caduque el antiguo.',
            'La página del cliente de API muestra cuándo se usó cada secreto por última vez. Cuando el control de acceso use el nuevo, puede anular el antiguo de inmediato.',
          ],
        },
        {
          title: 'Hacer el check-in de alguien a mano',
          steps: [
            'Abra «Hoy» o «Usuarios» y escriba una parte del nombre, de la tarjeta o del correo.',
            'Elija a la persona y, junto a la reserva, «Hacer check-in». El motivo que indique queda en el registro.',
            'Si era otra persona, elija «Deshacer check-in».',
          ],
        },
        {
          title: 'Averiguar por qué una tarjeta no tuvo efecto',
          steps: [
            'Abra «Usuarios» y busque a la persona: su página muestra las últimas lecturas. O abra «Registro».',
            'Elija «¿Por qué?» junto a la entrada: muestra lo que encontró la tarjeta en ese momento y lo que ha cambiado desde entonces.',
            'Si la persona debe entrar, elija «Hacer check-in» junto a la reserva. El motivo que indique queda en el registro.',
          ],
        },
        {
          title: 'Importar usuarios y reservas',
          permission: 'imports.run',
          paragraphs: [
            'Los archivos son CSV con fila de cabecera o NDJSON. Importar dos veces la misma línea no cambia nada. Importe primero los usuarios: se rechaza una reserva de un usuario desconocido.',
          ],
          points: [
            'Usuarios: id, name, uid, uids, email, language',
            'Reservas: bookingId, userId, kind (position o parking), name, checkinOpensAt, noShowAt — o startsAt, checkinAdvanceMinutes, noShowMinutes en lugar de los dos momentos',
            'Ambos: deleted (true elimina lo que indica la línea)',
            'Omita companyId o use el de su empresa. Las horas sin desfase, como 2026-11-21 08:00, son de la zona horaria de su navegador.',
          ],
        },
        {
          title: 'Quién puede hacer qué',
          points: [
            'Los lectores ven todo excepto el registro y los miembros, y no cambian nada.',
            'Recepción ve personas, reservas y lecturas, y hace y deshace check-ins a mano.',
            'Los auditores ven lo que ven los lectores, y también el registro.',
            'Los administradores cambian todo excepto los miembros.',
            'Los propietarios gestionan también los miembros. Siempre hay al menos uno.',
          ],
        },
      ],
    },
  },
);
