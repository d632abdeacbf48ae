import { useState } from 'preact/hooks';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { ActionMenu } from '../../components/actions.tsx';
import { SelectField } from '../../components/field.tsx';
import { Moment, Period, ZoneNote } from '../../components/moment.tsx';
import { ErrorNotice, Loading } from '../../components/notice.tsx';
import { EmptyState, NoMatch, PageHeader } from '../../components/page.tsx';
import { readPages } from '../../components/read-pages.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { DataTable } from '../../components/table.tsx';
import { useLoad } from '../../components/use-load.ts';
import { actionName, useTexts } from '../../language/language.ts';
import { Link, setQuery, useAddress, useRestoredScroll } from '../../navigation/address.tsx';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../api/connection.ts';
import {
  type AttentionKind,
  attentionKinds,
  clientOrders,
  contains,
  lastEndOf,
  recentSilenceOf,
  needsAttention,
  sortClients,
} from './client-lists.ts';
import { ageOf, ClientStatus, last4Of, LastUse } from './client-status.tsx';
import { useClientActions } from './use-client-actions.tsx';

/** More than this many clients are not loaded, and the page says so. */
const MAX_CLIENTS = 1_000;
const CLIENTS_AT_ONCE = 100;

interface Clients {
  readonly items: readonly ClientView[];
  readonly hasMore: boolean;
}

/** The list as it was last shown, so that "back" shows it at once. */
let lastShown: Clients | undefined;

/** All API clients of the company: what needs attention, filters, and a table. */
export const ClientsPage = () => {
  const t = useTexts('clients');
  const { call } = useMember();
  const canChange = useMay('clients.change');
  const { query } = useAddress();
  const q = query.get('q') ?? '';
  const attention = attentionKinds.find((one) => one === query.get('attention'));
  const usualOrder = attention === 'ends' ? 'ends' : 'newest';
  const orders = clientOrders.filter((one) => one !== 'ends' || usualOrder === 'ends');
  const sort = orders.find((one) => one === query.get('sort')) ?? usualOrder;
  /** The client that was created last, and the filters at that time. */
  const [lastCreated, setLastCreated] = useState<{
    clientId: string;
    q: string;
    attention: AttentionKind | undefined;
  }>();
  const load = useLoad<Clients>('', async (signal) => {
    const items: ClientView[] = [];
    let hasMore = false;
    const read = (next: string | undefined) => call('listClients', { query: { next, limit: CLIENTS_AT_ONCE }, signal });
    for await (const page of readPages(read, MAX_CLIENTS / CLIENTS_AT_ONCE)) {
      items.push(...page.items);
      hasMore = page.next !== undefined;
    }
    return { items, hasMore };
  });
  const clients = load.data ?? lastShown;
  lastShown = clients;
  useRestoredScroll(clients !== undefined);

  const setItems = (update: (items: readonly ClientView[]) => readonly ClientView[]): void =>
    load.setData(({ items, hasMore }) => ({ items: update(items), hasMore }));
  const { actionsOf, create, problem } = useClientActions({
    onCreated: (client) => {
      if (!client) return load.reload();
      setLastCreated({ clientId: client.clientId, q, attention });
      setItems((items) => [...items, client]);
    },
    onChanged: (client) => setItems((items) => items.map((one) => (one.clientId === client.clientId ? client : one))),
    onDeleted: ({ clientId }) => setItems((items) => items.filter((one) => one.clientId !== clientId)),
  });

  const { items: all = [], hasMore = false } = clients ?? {};
  const isFiltered = q !== '' || attention !== undefined;
  const found = sortClients(
    all.filter((client) => contains(client, q) && (attention === undefined || needsAttention(client, attention))),
    sort,
  );
  // The new client is first whatever is shown, until the person looks for others.
  const created = all.find(
    ({ clientId }) => clientId === lastCreated?.clientId && lastCreated.q === q && lastCreated.attention === attention,
  );
  const rows = created ? [created, ...found.filter((client) => client !== created)] : found;
  const total = hasMore ? t.format(t.countAndMore, { count: all.length }) : t.format(t.count, { count: all.length });
  const shownCount = isFiltered ? t.format(t.found, { count: found.length, all: total }) : total;
  /** How many clients can never count as silent, because they have no limit. */
  const unwatched = all.filter(({ enabled, silentAfterHours }) => enabled && silentAfterHours === undefined).length;
  const clientsByName = Map.groupBy(all, ({ name }) => name);
  return (
    <>
      <PageHeader title={t.titles.clients} intro={t.intro}>
        {canChange && (
          <button type="button" class="primary" onClick={create}>
            {t.create}
          </button>
        )}
      </PageHeader>
      {all.length > 0 && <Attention clients={all} chosen={attention} />}
      <div class="toolbar">
        <SearchBox
          label={t.filter}
          value={q}
          onChange={(value) => setQuery({ q: value })}
          result={clients === undefined ? '' : shownCount}
        />
        <SelectField
          label={t.sortBy}
          value={sort}
          onChange={(value) => setQuery({ sort: value === usualOrder ? '' : value })}
          options={orders.map((one) => [one, t.orders[one]] as const)}
        />
      </div>
      {unwatched > 0 && (attention === 'silent' || attention === 'silent_lately') && (
        <p class="hint">{t.format(t.unwatched, { count: unwatched })}</p>
      )}
      {problem}
      <ErrorNotice error={load.error} onRetry={load.reload} />
      {clients === undefined && load.error === undefined && <Loading />}
      {clients !== undefined &&
        rows.length === 0 &&
        (isFiltered ? (
          <NoMatch onClear={() => setQuery({ q: '', attention: '' })} />
        ) : (
          <EmptyState title={t.emptyTitle}>{canChange ? t.empty : t.emptyViewer}</EmptyState>
        ))}
      {rows.length > 0 && (
        <>
          <DataTable
            name={t.titles.clients}
            rows={rows}
            rowKey={({ clientId }) => clientId}
            columns={[
              {
                header: t.columns.client,
                cell: (client) => (
                  <>
                    <Link href={addressOfOne('clients', client.clientId)}>{client.name}</Link>
                    <span class="sub code">{client.clientId}</span>
                    {client.scopes.includes('sync') && (
                      <span class="sub">{client.scopes.map((scope) => t.scopeBadge[scope]).join(', ')}</span>
                    )}
                  </>
                ),
              },
              { header: t.status, class: 'note', cell: (client) => <ClientStatus client={client} /> },
              { header: t.columns.secrets, cell: (client) => <Secrets client={client} /> },
              { header: t.columns.lastSeen, cell: (client) => <LastSeen client={client} /> },
              ...(canChange
                ? [
                    {
                      header: t.actions,
                      class: 'state',
                      cell: (client: ClientView) => {
                        // Two clients can have the same name.
                        const isOnlyOne = clientsByName.get(client.name)?.length === 1;
                        const label = isOnlyOne ? client.name : `${client.name} (${client.clientId})`;
                        return <ActionMenu label={actionName(t.actions, label)} actions={actionsOf(client)} />;
                      },
                    },
                  ]
                : []),
            ]}
          />
          <ZoneNote />
        </>
      )}
    </>
  );
};

interface AttentionProps {
  readonly clients: readonly ClientView[];
  readonly chosen: AttentionKind | undefined;
}

/** Buttons that show only the clients that need attention, with their numbers. A second click shows all again. */
const Attention = ({ clients, chosen }: AttentionProps) => {
  const t = useTexts('clients');
  const [nextEnd] = clients
    .filter((client) => needsAttention(client, 'ends'))
    .flatMap((client) => lastEndOf(client) ?? [])
    .toSorted();
  return (
    <div class="attention" role="group" aria-label={t.needsAttention}>
      {attentionKinds.map((kind) => {
        const count = clients.filter((client) => needsAttention(client, kind)).length;
        return (
          <button
            key={kind}
            type="button"
            class={count > 0 ? kind : 'quiet'}
            aria-pressed={kind === chosen}
            onClick={() => setQuery({ attention: kind === chosen ? '' : kind })}
          >
            {t.attention[kind]}: <strong>{count}</strong>
          </button>
        );
      })}
      {nextEnd !== undefined && (
        <span class="hint">
          {t.nextEnd} <Moment value={nextEnd} style="relativeDay" />
        </span>
      )}
    </div>
  );
};

const LastSeen = ({ client }: { readonly client: ClientView }) => {
  const t = useTexts('clients');
  const silence = recentSilenceOf(client);
  return (
    <>
      <LastUse moment={client.lastSeenAt} />
      {silence && (
        <span class="sub warn">
          {t.wasSilent} <Period checkinOpensAt={silence.from} noShowAt={silence.until} />
        </span>
      )}
    </>
  );
};

const Secrets = ({ client }: { readonly client: ClientView }) => {
  const t = useTexts('clients');
  if (client.secrets.length === 0) return <span class="hint">{t.noSecret}</span>;
  return (
    <ul class="list">
      {client.secrets.map((secret) => {
        const age = ageOf(client, secret);
        return (
          <li key={secret.secretId}>
            <span class="code">{last4Of(secret)}</span>{' '}
            {age !== undefined && (
              <span class="hint">
                {t.ages[age]},{' '}
                {secret.lastUsedAt === undefined ? (
                  t.secretUnused
                ) : (
                  <>
                    {t.secretUsed} <Moment value={secret.lastUsedAt} style="hours" />
                  </>
                )}
              </span>
            )}
            {secret.endsAt !== undefined && (
              <span class="sub warn">
                {t.secretEnds} <Moment value={secret.endsAt} style="relativeDay" />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
