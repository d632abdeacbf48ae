import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { clientStatuses } from '../../../../../shared/rules/api-clients.ts';
import { ActionMenu } from '../../components/actions.tsx';
import { ListTable } from '../../components/table.tsx';
import { Moment } from '../../components/moment.tsx';
import { EmptyState, NoMatch, PageHeader } from '../../components/page.tsx';
import { SelectField } from '../../components/field.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { useList } from '../../components/use-load.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { actionName, useTexts } from '../../language/language.ts';
import { Link, setQuery, useAddress } from '../../navigation/address.tsx';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../api/connection.ts';
import { ageOf, ClientStatus, last4Of, LastUse } from './client-status.tsx';
import { useClientActions } from './use-client-actions.tsx';

/** All API clients. */
export const ClientsPage = () => {
  const t = useTexts('clients');
  const { call } = useMember();
  const canChange = useMay('clients.change');
  const { query } = useAddress();
  const q = query.get('q') ?? '';
  const status = clientStatuses.find((one) => one === query.get('status')) ?? '';
  const isFiltered = q !== '' || status !== '';
  const list = useList<ClientView>(JSON.stringify([q, status]), (start, signal) =>
    readUntilFound((next) => call('listClients', { query: { q, status, next, limit: 100 }, signal }), start),
  );
  const { actionsOf, create, problem } = useClientActions({
    // The list is in the order of creation, so a new client is the last, unless a filter excludes it.
    onCreated: (client) => {
      if (!client) return list.reload();
      const isFound = [client.name, client.clientId].some((text) => text.toLowerCase().includes(q.toLowerCase()));
      if (isFound && (status === '' || status === client.status) && !list.hasMore)
        list.setItems((items) => [...items, client]);
    },
    onChanged: (client) =>
      list.setItems((items) => items.map((one) => (one.clientId === client.clientId ? client : one))),
    onDeleted: ({ clientId }) => list.setItems((items) => items.filter((one) => one.clientId !== clientId)),
  });

  const empty = isFiltered ? (
    <NoMatch onClear={() => setQuery({ q: '', status: '' })} />
  ) : (
    <EmptyState title={t.emptyTitle}>{canChange ? t.empty : t.emptyViewer}</EmptyState>
  );
  return (
    <>
      <PageHeader title={t.titles.clients} intro={t.intro}>
        {canChange && (
          <button type="button" class="primary" onClick={create}>
            {t.create}
          </button>
        )}
      </PageHeader>
      <div class="toolbar">
        <SelectField
          label={t.status}
          value={status}
          onChange={(value) => setQuery({ status: value })}
          options={[['', t.all], ...clientStatuses.map((one) => [one, { ...t.states, ...t.statuses }[one]] as const)]}
        />
        <SearchBox
          label={t.filter}
          value={q}
          onChange={(value) => setQuery({ q: value })}
          result={
            !isFiltered || list.items === undefined || list.isLoading
              ? ''
              : t.format(t.found, { count: list.items.length })
          }
        />
      </div>
      {problem}
      <ListTable
        name={t.titles.clients}
        list={list}
        empty={empty}
        showsTimes
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
          { header: t.columns.lastSeen, cell: (client) => <LastUse moment={client.lastSeenAt} /> },
          ...(canChange
            ? [
                {
                  header: t.actions,
                  class: 'state',
                  cell: (client: ClientView) => (
                    <ActionMenu label={actionName(t.actions, client.name)} actions={actionsOf(client)} />
                  ),
                },
              ]
            : []),
        ]}
      />
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
                {t.secretEnds} <Moment value={secret.endsAt} style="relative" />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
