import type { JSX } from 'preact';
import { ListTable } from '../../components/list-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Badge, EmptyState, PageHeader } from '../../components/page-header.tsx';
import { useList } from '../../components/use-list.ts';
import { translations } from '../../language/translations.ts';
import { useMessages, useTexts } from '../../language/language.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMember } from '../../session/member.ts';

const keysMessages = translations(
  {
    intro:
      'The keys that sign the tokens of your gates. The operator of the deployment creates and rotates them; here they are only shown.',
    columns: { key: 'Key', use: 'Signs', since: 'Signs from', created: 'Created' },
    use: { access: 'access tokens', refresh: 'refresh tokens' },
    states: { next: 'Next', current: 'Current', previous: 'Previous' },
    statusHint: {
      next: 'known everywhere, does not sign yet',
      current: 'signs new tokens',
      previous: 'its tokens are still good until they expire',
    },
    publicKey: 'Public key',
    unpublished: 'after the next log-in',
    age: (days: number) => (days === 1 ? '1 day old' : `${days} days old`),
    emptyTitle: 'No signing keys yet',
    empty: 'Keys appear here once the deployment has generated them.',
  },
  {
    'pt-BR': {
      intro:
        'As chaves que assinam os tokens das suas catracas. Elas são geradas e trocadas por quem opera o serviço; aqui são apenas exibidas.',
      columns: { key: 'Chave', use: 'Assina', since: 'Assina desde', created: 'Criada em' },
      use: { access: 'tokens de acesso', refresh: 'tokens de renovação' },
      states: { next: 'Próxima', current: 'Atual', previous: 'Anterior' },
      statusHint: {
        next: 'já conhecida em toda parte, ainda não assina',
        current: 'assina os novos tokens',
        previous: 'seus tokens continuam válidos até expirarem',
      },
      publicKey: 'Chave pública',
      unpublished: 'após o próximo login',
      age: (days: number) => (days === 1 ? 'há 1 dia' : `há ${days} dias`),
      emptyTitle: 'Nenhuma chave de assinatura ainda',
      empty: 'As chaves aparecem aqui assim que forem geradas na implantação.',
    },
    es: {
      intro:
        'Las claves que firman los tokens de sus controles de acceso. Las genera y renueva quien opera el servicio; aquí solo se muestran.',
      columns: { key: 'Clave', use: 'Firma', since: 'Firma desde', created: 'Creada' },
      use: { access: 'tokens de acceso', refresh: 'tokens de renovación' },
      states: { next: 'Siguiente', current: 'Actual', previous: 'Anterior' },
      statusHint: {
        next: 'ya conocida en todas partes, todavía no firma',
        current: 'firma los tokens nuevos',
        previous: 'sus tokens siguen siendo válidos hasta que caduquen',
      },
      publicKey: 'Clave pública',
      unpublished: 'tras el próximo inicio de sesión',
      age: (days: number) => (days === 1 ? 'hace 1 día' : `hace ${days} días`),
      emptyTitle: 'Todavía no hay claves de firma',
      empty: 'Las claves aparecen aquí cuando el despliegue las ha generado.',
    },
  },
);

const DAY_MILLISECONDS = 24 * 60 * 60_000;

const daysSince = (moment: string): number => Math.floor((Date.now() - Date.parse(moment)) / DAY_MILLISECONDS);

export const KeysPage = (): JSX.Element => {
  const t = useTexts(keysMessages);
  const titles = useMessages(pageTitles);
  const { api } = useMember();
  const list = useList('keys', (_, signal) => api.listKeys(signal));
  return (
    <>
      <PageHeader title={titles.keys} intro={t.intro} />
      <ListTable
        name={titles.keys}
        list={list}
        empty={<EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
        hasMoments
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
                <span class="sub">{t.age(daysSince(createdAt))}</span>
              </>
            ),
          },
        ]}
      />
    </>
  );
};
