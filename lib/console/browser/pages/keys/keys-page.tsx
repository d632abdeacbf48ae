import { ListTable } from '../../components/table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Badge, EmptyState, PageHeader } from '../../components/page.tsx';
import { useList } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../api/connection.ts';

export const KeysPage = () => {
  const t = useTexts('keys');
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
