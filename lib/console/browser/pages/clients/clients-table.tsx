import type { JSX } from 'preact';
import type { ClientView, SecretView } from '../../../../../shared/console-api/clients.ts';
import { componentMessages } from '../../components/component-messages.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Badge } from '../../components/page-header.tsx';
import { useMessages } from '../../language/language.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMay } from '../../session/member.ts';
import { clientsMessages, last4Of } from './clients-messages.ts';

/** The actions of a row. */
export interface ClientActions {
  readonly rotate: (client: ClientView) => void;
  readonly endSecret: (client: ClientView, secret: SecretView) => void;
  readonly setEnabled: (client: ClientView, isEnabled: boolean) => void;
  readonly revokeTokens: (client: ClientView) => void;
  readonly edit: (client: ClientView) => void;
  readonly remove: (client: ClientView) => void;
}

interface ClientsTableProps {
  readonly clients: readonly ClientView[];
  readonly actions: ClientActions;
}

export const ClientsTable = ({ clients, actions }: ClientsTableProps): JSX.Element => {
  const t = useMessages(clientsMessages);
  const titles = useMessages(pageTitles);
  const canChange = useMay('clients.change');
  return (
    <DataTable
      name={titles.clients}
      rows={clients}
      rowKey={({ clientId }) => clientId}
      columns={[
        {
          header: t.columns.client,
          cell: (client) => (
            <>
              <span class="title">
                {client.name}
                <Badge tone={client.enabled ? 'good' : 'plain'}>{client.enabled ? t.enabled : t.disabled}</Badge>
              </span>
              <span class="sub code">{client.clientId}</span>
              {client.scopes.includes('sync') && (
                <span class="sub">{client.scopes.map((scope) => t.scopeBadge[scope]).join(', ')}</span>
              )}
            </>
          ),
        },
        {
          header: t.columns.secrets,
          cell: (client) => <Secrets client={client} canEnd={canChange} onEnd={actions.endSecret} />,
        },
        { header: t.columns.lastUse, cell: (client) => <LastUse client={client} /> },
        ...(canChange
          ? [
              {
                header: t.columns.actions,
                class: 'actions-cell',
                cell: (client: ClientView) => <RowActions client={client} actions={actions} />,
              },
            ]
          : []),
      ]}
    />
  );
};

interface SecretsProps {
  readonly client: ClientView;
  readonly canEnd: boolean;
  readonly onEnd: ClientActions['endSecret'];
}

/** The last live secret has no button; disabling the client ends it. */
const Secrets = ({ client, canEnd, onEnd }: SecretsProps): JSX.Element => {
  const t = useMessages(clientsMessages);
  if (client.secrets.length === 0) return <span class="hint">{t.noSecret}</span>;
  return (
    <ul class="cell-list">
      {client.secrets.map((secret) => (
        <li key={secret.secretId}>
          <span class="code">{last4Of(secret)}</span>
          {canEnd && client.secrets.length > 1 && (
            <button
              type="button"
              class="quiet"
              aria-label={t.endOf(last4Of(secret), client.name)}
              onClick={() => onEnd(client, secret)}
            >
              {t.end}
            </button>
          )}
          {secret.endsAt !== undefined && (
            <span class="sub warn-text">
              {t.secretEnds} <Moment value={secret.endsAt} style="relative" />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};

const LastUse = ({ client }: { readonly client: ClientView }): JSX.Element => {
  const t = useMessages(componentMessages);
  const latest = client.secrets
    .flatMap(({ lastUsedAt }) => (lastUsedAt === undefined ? [] : [lastUsedAt]))
    .toSorted()
    .at(-1);
  return latest === undefined ? <span class="hint">{t.never}</span> : <Moment value={latest} style="hours" />;
};

const RowActions = ({
  client,
  actions,
}: {
  readonly client: ClientView;
  readonly actions: ClientActions;
}): JSX.Element => {
  const t = useMessages(clientsMessages);
  const hasTwoSecrets = client.secrets.length > 1;
  return (
    <div class="row-actions">
      <button
        type="button"
        class="small"
        aria-label={t.rotateOf(client.name)}
        disabled={hasTwoSecrets}
        title={hasTwoSecrets ? t.rotateBlocked : undefined}
        onClick={() => actions.rotate(client)}
      >
        {t.rotate}
      </button>
      <button
        type="button"
        class="small"
        aria-label={client.enabled ? t.disableOf(client.name) : t.enableOf(client.name)}
        onClick={() => actions.setEnabled(client, !client.enabled)}
      >
        {client.enabled ? t.disable : t.enable}
      </button>
      <button type="button" class="quiet" aria-label={t.editOf(client.name)} onClick={() => actions.edit(client)}>
        {t.edit}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={t.revokeOf(client.name)}
        onClick={() => actions.revokeTokens(client)}
      >
        {t.revoke}
      </button>
      <button
        type="button"
        class="quiet danger"
        aria-label={t.removeOf(client.name)}
        onClick={() => actions.remove(client)}
      >
        {t.remove}
      </button>
    </div>
  );
};
