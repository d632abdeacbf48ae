import type { JSX } from 'preact';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { clientStatuses } from '../../../../../shared/rules/api-clients.ts';
import { EmptyState, NoMatch, PageHeader } from '../../components/page-header.tsx';
import { SelectField } from '../../components/field.tsx';
import { readUntilFound } from '../../components/read-pages.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useList } from '../../components/use-list.ts';
import { useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { useMay, useMember } from '../../session/member.ts';
import { clientsMessages } from './clients-messages.ts';
import { ClientsTable } from './clients-table.tsx';
import { useClientActions } from './use-client-actions.tsx';

/** All API clients. */
export const ClientsPage = (): JSX.Element => {
  const t = useTexts(clientsMessages);
  const { api } = useMember();
  const canChange = useMay('clients.change');
  const { query } = useAddress();
  const q = query.get('q') ?? '';
  const status = clientStatuses.find((one) => one === query.get('status')) ?? '';
  const isFiltered = q !== '' || status !== '';
  const list = useList<ClientView>(JSON.stringify([q, status]), (start, signal) =>
    readUntilFound((next) => api.listClients({ q, status, next, limit: 100 }, signal), start),
  );
  const { actionsOf, create, problem, dialog } = useClientActions({
    // The list is in the order of creation, so a new client is the last, unless a filter excludes it.
    onCreated: (client) => {
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
          result={!isFiltered || list.items === undefined || list.isLoading ? '' : t.found(list.items.length)}
        />
      </div>
      {problem}
      <ClientsTable list={list} empty={empty} actionsOf={actionsOf} />
      {dialog}
    </>
  );
};
