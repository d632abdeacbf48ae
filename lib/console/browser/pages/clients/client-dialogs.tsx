import type { JSX } from 'preact';
import type { ClientView, NewSecretResponse, SecretView } from '../../../../../shared/console-api/clients.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { announce } from '../../components/status.tsx';
import { useMessages } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { ClientFormDialog } from './client-form-dialog.tsx';
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
  readonly onAdd: (client: ClientView) => void;
  readonly onPut: (client: ClientView) => void;
  readonly onDrop: (client: ClientView) => void;
}

/** The open dialog and the action of its button. */
export const ClientDialog = ({ open: one, onOpen, change, onAdd, onPut, onDrop }: ClientDialogProps): JSX.Element => {
  const t = useMessages(clientsMessages);
  const { api } = useMember();
  const close = (): void => onOpen(undefined);
  const showSecret = (created: NewSecretResponse, message: string): void =>
    onOpen({ dialog: 'secret', created, message });

  switch (one.dialog) {
    case 'create':
      return (
        <ClientFormDialog
          title={t.create}
          action={t.create}
          initial={{ name: '', scopes: ['checkin'] }}
          onClose={close}
          onSubmit={async (form, key) => {
            const created = await api.createClient(form, key);
            onAdd(created.client);
            showSecret(created, t.created(created.client.name));
          }}
        />
      );
    case 'secret':
      return (
        <SecretDialog
          created={one.created}
          onDone={() => {
            close();
            announce(one.message);
          }}
        />
      );
    case 'rotate':
      return (
        <RotateDialog
          client={one.client}
          onClose={close}
          onRotate={(graceHours, key) =>
            change(one.client, async () => {
              const created = await api.rotateSecret(one.client, { graceHours }, key);
              onPut(created.client);
              showSecret(created, t.rotated(one.client.name));
            })
          }
        />
      );
    case 'edit':
      return (
        <ClientFormDialog
          title={t.editOf(one.client.name)}
          action={t.save}
          initial={one.client}
          onClose={close}
          onSubmit={(form) =>
            change(one.client, async () => {
              onPut(await api.updateClient(one.client, form));
              close();
              announce(t.saved(form.name));
            })
          }
        />
      );
    case 'end':
      return (
        <ConfirmDialog
          title={t.endOf(last4Of(one.secret), one.client.name)}
          warning={t.endWarning}
          action={t.endAction}
          onClose={close}
          onConfirm={() =>
            change(one.client, async () => {
              onPut(await api.endSecret(one.client, one.secret.secretId));
              close();
              announce(t.ended(last4Of(one.secret), one.client.name));
            })
          }
        />
      );
    case 'revoke':
      return (
        <ConfirmDialog
          title={t.revokeOf(one.client.name)}
          warning={t.revokeWarning}
          action={t.revoke}
          onClose={close}
          onConfirm={() =>
            change(one.client, async () => {
              onPut((await api.revokeTokens(one.client)).client);
              close();
              announce(t.revoked(one.client.name));
            })
          }
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          title={t.removeOf(one.client.name)}
          warning={t.removeWarning}
          action={t.remove}
          typed={{ label: t.typeName(one.client.name), expected: one.client.name }}
          onClose={close}
          onConfirm={() =>
            change(one.client, async () => {
              await api.deleteClient(one.client);
              onDrop(one.client);
              close();
              announce(t.removed(one.client.name));
            })
          }
        />
      );
  }
};
