import { useLayoutEffect } from 'preact/hooks';
import type { ClientView, SecretView } from '../../../../../shared/console-api/clients.ts';
import { ActionRow, actionsColumn } from '../../components/actions.tsx';
import { BarChart } from '../../components/bar-chart.tsx';
import { DataTable, Facts } from '../../components/table.tsx';
import { today } from '../../components/local-day.ts';
import { startOfDay } from '../../components/local-time.ts';
import { formatDay, formatMoment, Moment, MomentAgo, Period } from '../../components/moment.tsx';
import { Loaded, Notice } from '../../components/notice.tsx';
import { PageOfOne } from '../../components/page.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useLanguage, useNumber, useTexts } from '../../language/language.ts';
import { navigate, useAddress } from '../../navigation/address.tsx';
import { addressOf, findItemId } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../api/connection.ts';
import { ageOf, ClientStatus, last4Of, LastUse } from './client-status.tsx';
import { LastEntries } from '../log/log-table.tsx';
import { type ClientAction, useClientActions } from './use-client-actions.tsx';
import { firstDayOf, readWeek, type Week } from './week.ts';

const MAX_ENTRIES = 10;

/** One API client: its scopes and secrets, its swipes in the last week, its log entries, and the actions on it. */
export const ClientPage = () => {
  const t = useTexts('clients');
  const { call } = useMember();
  const language = useLanguage();
  const canSeeLog = useMay('log.checkins');
  const clientId = findItemId(useAddress().path) ?? '';
  const load = useLoad<ClientView>(clientId, (signal) => call('getClient', { params: { clientId }, signal }));
  const { actionsOf, problem } = useClientActions({
    onChanged: (changed) => load.setData(() => changed),
    onDeleted: () => navigate(addressOf('clients')),
  });
  return (
    <PageOfOne
      parent="clients"
      load={load}
      title={({ name }) => name}
      intro={(client) => <ClientStatus client={client} />}
      notFound={{ title: t.notFoundTitle, text: t.notFound }}
    >
      {(client) => (
        <>
          {problem}
          {client.enabled && client.lastSeenAt === undefined && (
            <Waiting isReading={load.isLoading} onTick={load.reload} />
          )}
          {client.lastDeniedAt !== undefined && (
            <Notice tone="warn">
              {t.format(t.denied, {
                moment: formatMoment(client.lastDeniedAt, language, 'full'),
                address: client.lastDeniedIp ?? '',
              })}
            </Notice>
          )}
          <section class="card stack">
            <Facts
              facts={[
                [t.clientId, <span class="code">{client.clientId}</span>],
                [t.scopes, client.scopes.map((scope) => t.scope[scope]).join(', ')],
                [t.columns.created, <Moment value={client.createdAt} />],
                [t.columns.lastSeen, <LastUse moment={client.lastSeenAt} />],
                [t.allowedIps, client.allowedIps?.join(', ') ?? t.everywhere],
                [
                  t.silentAfter,
                  client.silentAfterHours === undefined
                    ? t.noReport
                    : t.format(t.hours, { count: client.silentAfterHours }),
                ],
                [
                  t.silences,
                  client.silences?.map(({ from, until }) => (
                    <div key={until}>
                      <Period checkinOpensAt={from} noShowAt={until} />
                    </div>
                  )),
                ],
              ]}
            />
            <ActionRow actions={actionsOf(client).filter(({ secretId }) => secretId === undefined)} />
          </section>
          <section>
            <h2>{t.secrets}</h2>
            {client.secrets.length === 0 ? (
              <p class="hint">{t.noSecret}</p>
            ) : (
              <SecretsTable client={client} actions={actionsOf(client)} />
            )}
          </section>
          {canSeeLog && (
            <>
              <section>
                <LastWeek clientId={clientId} />
              </section>
              <LastEntries
                filter={{ client: clientId }}
                limit={MAX_ENTRIES}
                title={t.lastEntries}
                none={t.noEntries}
                all={t.entries}
              />
            </>
          )}
        </>
      )}
    </PageOfOne>
  );
};

const WAIT_MS = 5_000;

interface WaitingProps {
  readonly isReading: boolean;
  readonly onTick: () => void;
}

/** Says that a client was never seen, and reads it again some seconds after each read has ended: a reload would abort a slow read. */
const Waiting = ({ isReading, onTick }: WaitingProps) => {
  const t = useTexts('clients');
  useLayoutEffect(() => {
    if (isReading) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && onTick(), WAIT_MS);
    return () => clearInterval(timer);
  }, [isReading, onTick]);
  return <Notice tone="info">{t.waiting}</Notice>;
};

interface SecretsTableProps {
  readonly client: ClientView;
  /** Those that end a secret are shown at the secret. */
  readonly actions: readonly ClientAction[];
}

const SecretsTable = ({ client, actions }: SecretsTableProps) => {
  const t = useTexts('clients');
  return (
    <DataTable
      name={t.secrets}
      rows={client.secrets}
      rowKey={({ secretId }) => secretId}
      columns={[
        {
          header: t.columns.secret,
          cell: (secret) => {
            const age = ageOf(client, secret);
            return (
              <>
                <span class="code">{last4Of(secret)}</span>{' '}
                {age !== undefined && <span class="hint">{t.ages[age]}</span>}
              </>
            );
          },
        },
        { header: t.columns.created, cell: ({ createdAt }) => <Moment value={createdAt} /> },
        {
          header: t.columns.ends,
          cell: ({ endsAt }) =>
            endsAt === undefined ? <span class="hint">{t.never}</span> : <MomentAgo value={endsAt} />,
        },
        { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <LastUse moment={lastUsedAt} /> },
        ...actionsColumn(
          t.actions,
          ({ secretId }: SecretView) => actions.filter((action) => action.secretId === secretId),
          client.secrets.length > 1 && actions.length > 0,
        ),
      ]}
    />
  );
};

const LastWeek = ({ clientId }: { readonly clientId: string }) => {
  const t = useTexts('clients');
  const { call } = useMember();
  const language = useLanguage();
  const format = useNumber();
  const load = useLoad(clientId, (signal) => {
    const from = startOfDay(firstDayOf(today()));
    return readWeek(today(), (next) =>
      call('listLog', { query: { client: clientId, from, next, limit: 100 }, signal }),
    );
  });
  const noteOf = ({ swipes, unknown, hasMore }: Week): string => {
    const counted = t.format(t.weekTotal, { swipes: format(swipes), unknown: format(unknown) });
    return hasMore ? t.format(t.weekPartly, { count: format(swipes) }) : counted;
  };
  return (
    <Loaded load={load}>
      {(week) => (
        <BarChart
          title={t.week}
          note={noteOf(week)}
          bars={week.days.map(({ day, counts }) => ({
            label: `${formatDay(day, language, 'short')}${counts ? '' : ` · ${t.notCounted}`}`,
            count: counts?.swipes,
            part: counts?.unknown ?? 0,
          }))}
          notCounted={t.notCounted}
          columns={t.weekColumns}
          labelCount={week.days.length}
        />
      )}
    </Loaded>
  );
};
