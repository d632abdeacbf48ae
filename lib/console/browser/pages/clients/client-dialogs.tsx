import type { JSX } from 'preact';
import type { ClientView, NewSecretResponse, SecretView } from '../../../../../shared/console-api/clients.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { announce } from '../../components/status.tsx';
import { useMessages } from '../../language/language.ts';
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
  const t = useMessages(clientsMessages);
  const { api } = useMember();
  const close = (): void => onOpen(undefined);
  const showSecret = (created: NewSecretResponse, message: string): void =>
    onOpen({ dialog: 'secret', created, message });

  switch (current.dialog) {
    case 'create':
      return (
        <ClientFormDialog
          title={t.create}
          action={t.create}
          onClose={close}
          onSubmit={async ({ name, scopes, allowedIps, silentAfterHours }, lifetime, key) => {
            const limits = {
              ...(allowedIps && { allowedIps }),
              ...(silentAfterHours !== null && { silentAfterHours }),
            };
            const created = await api.createClient({ name, scopes, ...limits, ...expiryOf(lifetime) }, key);
            onCreated(created.client);
            showSecret(created, t.created(created.client.name));
          }}
        />
      );
    case 'secret':
      return (
        <SecretDialog
          created={current.created}
          onDone={() => {
            close();
            announce(current.message);
          }}
        />
      );
    case 'rotate':
      return (
        <RotateDialog
          client={current.client}
          onClose={close}
          onRotate={(graceHours, lifetime, key) =>
            change(current.client, async () => {
              const created = await api.rotateSecret(current.client, { graceHours, ...expiryOf(lifetime) }, key);
              onChanged(created.client);
              showSecret(created, t.rotated(current.client.name));
            })
          }
        />
      );
    case 'edit':
      return (
        <ClientFormDialog
          title={t.editOf(current.client.name)}
          action={t.save}
          initial={current.client}
          onClose={close}
          onSubmit={(form) =>
            change(current.client, async () => {
              onChanged(await api.updateClient(current.client, form));
              close();
              announce(t.saved(form.name));
            })
          }
        />
      );
    case 'end':
      return (
        <ConfirmDialog
          title={t.endOf(last4Of(current.secret), current.client.name)}
          warning={t.endWarning}
          action={t.endAction}
          onClose={close}
          onConfirm={() =>
            change(current.client, async () => {
              onChanged(await api.endSecret(current.client, current.secret.secretId));
              close();
              announce(t.ended(last4Of(current.secret), current.client.name));
            })
          }
        />
      );
    case 'revoke':
      return (
        <ConfirmDialog
          title={t.revokeOf(current.client.name)}
          warning={t.revokeWarning}
          action={t.revoke}
          onClose={close}
          onConfirm={() =>
            change(current.client, async () => {
              onChanged((await api.revokeTokens(current.client)).client);
              close();
              announce(t.revoked(current.client.name));
            })
          }
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          title={t.removeOf(current.client.name)}
          warning={t.removeWarning}
          action={t.remove}
          typed={{ label: t.typeName(current.client.name), expected: current.client.name }}
          onClose={close}
          onConfirm={() =>
            change(current.client, async () => {
              await api.deleteClient(current.client);
              onDeleted(current.client);
              close();
              announce(t.removed(current.client.name));
            })
          }
        />
      );
  }
};
