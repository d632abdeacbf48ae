import type { JSX } from 'preact';
import type { ClientView, NewSecretResponse, SecretView } from '../../../../../shared/console-api/clients.ts';
import { named } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { announce } from '../../components/status.tsx';
import { useTexts } from '../../language/language.ts';
import { navigate } from '../../navigation/address.ts';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMember } from '../../session/member.ts';
import { ClientFormDialog, expiryOf } from './client-form-dialog.tsx';
import { clientsMessages, last4Of } from './clients-messages.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The open dialog. A secret is kept here, and nowhere else, from its creation until "Done". */
export type OpenDialog =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'secret'; readonly created: NewSecretResponse; readonly message: string }
  | { readonly dialog: 'rotate' | 'revoke' | 'edit' | 'remove'; readonly client: ClientView }
  | { readonly dialog: 'end'; readonly client: ClientView; readonly secret: SecretView };

interface ClientDialogProps {
  readonly open: OpenDialog;
  readonly onOpen: (next: OpenDialog | undefined) => void;
  /** Performs a change of a client, which another member may have changed first. */
  readonly change: (client: ClientView, action: () => Promise<void>) => Promise<void>;
  readonly onCreated: (client: ClientView) => void;
  readonly onChanged: (client: ClientView) => void;
  readonly onDeleted: (client: ClientView) => void;
}

/** The open dialog and the action of its button. */
export const ClientDialog = ({
  open: current,
  onOpen,
  change,
  onCreated,
  onChanged,
  onDeleted,
}: ClientDialogProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const { api } = useMember();
  const close = (): void => onOpen(undefined);
  const showSecret = (created: NewSecretResponse, message: string): void =>
    onOpen({ dialog: 'secret', created, message });

  if (current.dialog === 'create')
    return (
      <ClientFormDialog
        title={t.create}
        action={t.create}
        onClose={close}
        onSubmit={async ({ name, scopes, allowedIps, silentAfterHours }, lifetime, key) => {
          const limits = { ...(allowedIps && { allowedIps }), ...(silentAfterHours !== null && { silentAfterHours }) };
          const created = await api.createClient({ name, scopes, ...limits, ...expiryOf(lifetime) }, key);
          onCreated(created.client);
          showSecret(created, t.created(created.client.name));
        }}
      />
    );
  if (current.dialog === 'secret')
    return (
      <SecretDialog
        created={current.created}
        onDone={() => {
          close();
          const open = (): void => navigate(addressOfOne('clients', current.created.client.clientId));
          announce(current.message, { action: { text: t.open, run: open } });
        }}
      />
    );

  const { client } = current;
  /** Performs a change, shows its result, and closes the dialog. */
  const perform = (action: () => Promise<ClientView>, message: string): Promise<void> =>
    change(client, async () => {
      onChanged(await action());
      close();
      announce(message);
    });
  switch (current.dialog) {
    case 'rotate':
      return (
        <RotateDialog
          client={client}
          onClose={close}
          onRotate={(graceHours, lifetime, key) =>
            change(client, async () => {
              const created = await api.rotateSecret(client, { graceHours, ...expiryOf(lifetime) }, key);
              onChanged(created.client);
              showSecret(created, t.rotated(client.name));
            })
          }
        />
      );
    case 'edit':
      return (
        <ClientFormDialog
          title={named(t.edit, client.name)}
          action={t.save}
          initial={client}
          onClose={close}
          onSubmit={(form) => perform(() => api.updateClient(client, form), t.saved(form.name))}
        />
      );
    case 'end': {
      const last4 = last4Of(current.secret);
      return (
        <ConfirmDialog
          title={named(t.endShort(last4), client.name)}
          warning={t.endWarning}
          action={t.endAction}
          onClose={close}
          onConfirm={() => perform(() => api.endSecret(client, current.secret.secretId), t.ended(last4, client.name))}
        />
      );
    }
    case 'revoke':
      return (
        <ConfirmDialog
          title={named(t.revoke, client.name)}
          warning={t.revokeWarning}
          action={t.revoke}
          onClose={close}
          onConfirm={() => perform(async () => (await api.revokeTokens(client)).client, t.revoked(client.name))}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          title={named(t.remove, client.name)}
          warning={t.removeWarning}
          action={t.remove}
          typed={client.name}
          onClose={close}
          onConfirm={() =>
            change(client, async () => {
              await api.deleteClient(client);
              onDeleted(client);
              close();
              announce(t.removed(client.name));
            })
          }
        />
      );
  }
};
