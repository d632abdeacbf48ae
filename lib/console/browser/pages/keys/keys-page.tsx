import { ListTable } from '../../components/table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Badge, EmptyState, PageHeader } from '../../components/page.tsx';
import { useList } from '../../components/use-load.ts';
import { translations } from '../../language/translations.ts';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../api/connection.ts';

const keysMessages = translations({
  intro: [
    'The keys that sign the tokens of your gates. The operator of the service rotates them; here you can only see them.',
    'As chaves que assinam os tokens das suas catracas. Elas são geradas e trocadas por quem opera o serviço; aqui são apenas exibidas.',
    'Las claves que firman los tokens de sus controles de acceso. Las genera y renueva quien opera el servicio; aquí solo se muestran.',
  ],
  columns: {
    key: ['Key', 'Chave', 'Clave'],
    use: ['Signs', 'Assina', 'Firma'],
    since: ['Signs from', 'Assina desde', 'Firma desde'],
    created: ['Created', 'Criada em', 'Creada'],
  },
  use: {
    access: ['access tokens', 'tokens de acesso', 'tokens de acceso'],
    refresh: ['refresh tokens', 'tokens de renovação', 'tokens de renovación'],
  },
  states: {
    next: ['Next', 'Próxima', 'Siguiente'],
    current: ['Current', 'Atual', 'Actual'],
    previous: ['Previous', 'Anterior', 'Anterior'],
  },
  statusHint: {
    next: [
      'known everywhere, does not sign yet',
      'já conhecida em toda parte, ainda não assina',
      'ya conocida en todas partes, todavía no firma',
    ],
    current: ['signs new tokens', 'assina os novos tokens', 'firma los tokens nuevos'],
    previous: [
      'its tokens stay valid until they expire',
      'seus tokens continuam válidos até expirarem',
      'sus tokens siguen siendo válidos hasta que caduquen',
    ],
  },
  publicKey: ['Public key', 'Chave pública', 'Clave pública'],
  unpublished: ['not published yet', 'ainda não publicada', 'todavía sin publicar'],
  emptyTitle: ['No signing keys yet', 'Nenhuma chave de assinatura ainda', 'Todavía no hay claves de firma'],
  empty: [
    'Keys appear here once the service has generated them.',
    'As chaves aparecem aqui assim que o serviço as gerar.',
    'Las claves aparecen aquí cuando el servicio las ha generado.',
  ],
});

export const KeysPage = () => {
  const t = useTexts(keysMessages);
  const { call } = useMember();
  const list = useList('keys', (_, signal) => call('listKeys', { signal }));
  return (
    <>
      <PageHeader title={t.titles.keys} intro={t.intro} />
      <ListTable
        name={t.titles.keys}
        list={list}
        empty={<EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
        showsTimes
        rowKey={({ use, keyId }) => `${use} ${keyId}`}
        columns={[
          {
            header: t.columns.key,
            cell: ({ keyId, publicKey }) => (
              <>
                <span class="code">{keyId}</span>
                {publicKey !== undefined && (
                  <span class="sub">
                    {t.publicKey} <span class="code">{publicKey}</span>
                  </span>
                )}
              </>
            ),
          },
          { header: t.columns.use, cell: ({ use }) => t.use[use] },
          {
            header: t.status,
            cell: ({ status }) => (
              <>
                <Badge tone={status === 'current' ? 'good' : 'plain'}>{t.states[status]}</Badge>
                <span class="sub">{t.statusHint[status]}</span>
              </>
            ),
          },
          {
            header: t.columns.since,
            cell: ({ signsFrom }) => (signsFrom === undefined ? t.unpublished : <Moment value={signsFrom} />),
          },
          {
            header: t.columns.created,
            cell: ({ createdAt }) => (
              <>
                <Moment value={createdAt} />
                <span class="sub">
                  <Moment value={createdAt} style="relative" />
                </span>
              </>
            ),
          },
        ]}
      />
    </>
  );
};
