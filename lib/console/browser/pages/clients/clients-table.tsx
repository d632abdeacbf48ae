import type { JSX } from 'preact';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { type Action, ActionMenu, named } from '../../components/actions.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Moment } from '../../components/moment.tsx';
import type { List } from '../../components/use-list.ts';
import { useTexts } from '../../language/language.ts';
import { Link } from '../../navigation/link.tsx';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMay } from '../../session/member.ts';
import { ageOf, ClientStatus } from './client-status.tsx';
import { clientsMessages, last4Of } from './clients-messages.ts';

interface ClientsTableProps {
  readonly list: List<ClientView>;
  readonly empty: JSX.Element;
  readonly actionsOf: (client: ClientView) => readonly Action[];
}

export const ClientsTable = ({ list, empty, actionsOf }: ClientsTableProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const canChange = useMay('clients.change');
  return (
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
        { header: t.status, class: 'plain', cell: (client) => <ClientStatus client={client} /> },
        { header: t.columns.secrets, cell: (client) => <Secrets client={client} /> },
        { header: t.columns.lastSeen, cell: (client) => <LastUse moment={client.lastSeenAt} /> },
        ...(canChange
          ? [
              {
                header: t.actions,
                class: 'actions-cell',
                cell: (client: ClientView) => (
                  <ActionMenu label={named(t.actions, client.name)} actions={actionsOf(client)} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
};

const Secrets = ({ client }: { readonly client: ClientView }): JSX.Element => {
  const t = useTexts(clientsMessages);
  if (client.secrets.length === 0) return <span class="hint">{t.noSecret}</span>;
  return (
    <ul class="cell-list">
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
              <span class="sub warn-text">
                {t.secretEnds} <Moment value={secret.endsAt} style="relative" />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** A time that is known only to the hour, or "never". */
export const LastUse = ({ moment }: { readonly moment: string | undefined }): JSX.Element => {
  const t = useTexts();
  if (moment === undefined) return <span class="hint">{t.never}</span>;
  return (
    <>
      <Moment value={moment} style="hours" />
      <span class="sub">
        <Moment value={moment} />
      </span>
    </>
  );
};
