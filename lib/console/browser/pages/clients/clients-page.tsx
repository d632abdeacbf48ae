import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { ApiError, ConnectionError } from '../../api/connection.ts';
import { ZoneNote } from '../../components/moment.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { announce } from '../../components/status.tsx';
import { useList } from '../../components/use-list.ts';
import { useMessages } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMay, useMember } from '../../session/member.ts';
import { ClientDialog, type OpenDialog } from './client-dialogs.tsx';
import { clientsMessages } from './clients-messages.ts';
import { ClientsTable } from './clients-table.tsx';

export const ClientsPage = (): JSX.Element => {
  const t = useMessages(clientsMessages);
  const titles = useMessages(pageTitles);
  const { api } = useMember();
  const canChange = useMay('clients.change');
  const filter = useAddress().query.get('q') ?? '';
  const list = useList<ClientView>(filter, (next, signal) => api.listClients({ q: filter, next, limit: 50 }, signal));
  const [open, setOpen] = useState<OpenDialog>();
  const [problem, setProblem] = useState<JSX.Element>();
  const close = (): void => setOpen(undefined);

  const put = (client: ClientView): void =>
    list.setItems((items) => items.map((one) => (one.clientId === client.clientId ? client : one)));
  const drop = ({ clientId }: ClientView): void =>
    list.setItems((items) => items.filter((one) => one.clientId !== clientId));

  const add = (client: ClientView): void => list.setItems((items) => [client, ...items]);

  /** Shows the server's state in the row, or a message if the client was deleted. */
  const refresh = async (client: ClientView, explanation: JSX.Element): Promise<void> => {
    close();
    setProblem(explanation);
    try {
      put(await api.getClient(client.clientId));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      drop(client);
      setProblem(<Notice kind="error">{t.goneMeanwhile(client.name)}</Notice>);
    }
  };

  /**
   * Changes a client. If another member changed it first, or if it is uncertain whether the change was made, the dialog
   * closes and the row shows the server's state. The dialog shows any other failure.
   */
  const change = async (client: ClientView, action: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiError && (error.status === 412 || error.status === 404))
        await refresh(client, <Notice kind="error">{t.changedMeanwhile(client.name)}</Notice>);
      else if (error instanceof ConnectionError) await refresh(client, <ErrorNotice error={error} />);
      else throw error;
    }
  };

  const setEnabled = async (client: ClientView, enabled: boolean): Promise<void> => {
    try {
      await change(client, async () => {
        put(await api.updateClient(client, { enabled }));
        announce(enabled ? t.isEnabled(client.name) : t.isDisabled(client.name));
      });
    } catch (error) {
      setProblem(<ErrorNotice error={error as Error} />);
    }
  };

  const isEmpty = list.items?.length === 0;
  return (
    <>
      <PageHeader title={titles.clients} intro={t.intro}>
        {canChange && (
          <button type="button" class="primary" onClick={() => setOpen({ dialog: 'create' })}>
            {t.create}
          </button>
        )}
      </PageHeader>
      <SearchBox
        label={t.filter}
        value={filter}
        onChange={(q) => setQuery({ q })}
        result={filter === '' || list.items === undefined || list.isLoading ? '' : t.found(list.items.length)}
      />
      {problem}
      {isEmpty && filter !== '' && (
        <EmptyState title={t.noMatch(filter)}>
          <p>{t.noMatchHint}</p>
          <div class="actions">
            <button type="button" onClick={() => setQuery({ q: '' })}>
              {t.removeFilter}
            </button>
          </div>
        </EmptyState>
      )}
      {isEmpty && filter === '' && (
        <EmptyState title={t.emptyTitle}>
          <p>{canChange ? t.empty : t.emptyViewer}</p>
        </EmptyState>
      )}
      {list.items !== undefined && list.items.length > 0 && (
        <>
          <ClientsTable
            clients={list.items}
            actions={{
              rotate: (client) => setOpen({ dialog: 'rotate', client }),
              endSecret: (client, secret) => setOpen({ dialog: 'end', client, secret }),
              setEnabled: (client, isEnabled) => void setEnabled(client, isEnabled),
              revokeTokens: (client) => setOpen({ dialog: 'revoke', client }),
              edit: (client) => setOpen({ dialog: 'edit', client }),
              remove: (client) => setOpen({ dialog: 'remove', client }),
            }}
          />
          <ZoneNote />
        </>
      )}
      <Pager list={list} />
      {open !== undefined && (
        <ClientDialog
          key={open.dialog}
          open={open}
          onOpen={setOpen}
          change={change}
          onChanged={put}
          onDeleted={drop}
          onCreated={add}
        />
      )}
    </>
  );
};
