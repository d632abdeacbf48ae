import { Fragment, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ClientView, NewSecretResponse, SecretView } from '../../../../../shared/console-api/clients.ts';
import { ApiError, ConnectionError } from '../../api/connection.ts';
import { type Action, named } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { announce } from '../../components/status.tsx';
import { useTexts } from '../../language/language.ts';
import { navigate } from '../../navigation/address.ts';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../session/member.ts';
import { ClientFormDialog, expiryOf } from './client-form-dialog.tsx';
import { clientsMessages, last4Of } from './clients-messages.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The open dialog. A secret is kept here, and nowhere else, from its creation until "Done". */
type OpenDialog =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'secret'; readonly created: NewSecretResponse; readonly message: string }
  | { readonly dialog: 'rotate' | 'revoke' | 'edit' | 'remove'; readonly client: ClientView }
  | { readonly dialog: 'end'; readonly client: ClientView; readonly secret: SecretView };

interface ClientChanges {
  readonly onCreated?: (client: ClientView) => void;
  readonly onChanged: (client: ClientView) => void;
  readonly onDeleted: (client: ClientView) => void;
}

interface ClientActions {
  /** The actions that the member's role allows; empty for a viewer. */
  readonly actionsOf: (client: ClientView) => readonly Action[];
  readonly create: () => void;
  /** The message about the last action that failed. */
  readonly problem: JSX.Element | undefined;
  readonly dialog: JSX.Element | undefined;
}

/** The actions on API clients, in the list and on the page of one client. */
export const useClientActions = ({ onCreated, onChanged, onDeleted }: ClientChanges): ClientActions => {
  const t = useTexts(clientsMessages);
  const { api } = useMember();
  const canChange = useMay('clients.change');
  const [open, setOpen] = useState<OpenDialog>();
  const [problem, setProblem] = useState<JSX.Element>();
  const close = (): void => setOpen(undefined);
  const showSecret = (created: NewSecretResponse, message: string): void =>
    setOpen({ dialog: 'secret', created, message });

  /** Shows the server's state, or a message if the client was deleted. */
  const refresh = async (client: ClientView, explanation: JSX.Element): Promise<void> => {
    close();
    setProblem(explanation);
    try {
      onChanged(await api.getClient(client.clientId));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      onDeleted(client);
      setProblem(<Notice kind="error">{t.goneMeanwhile(client.name)}</Notice>);
    }
  };

  /**
   * Changes a client. If another member changed it first, or if it is uncertain whether the change was made, the dialog
   * closes and the client is shown as it is on the server. The dialog shows any other failure.
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

  /** Changes a client, shows the result, and closes the dialog. */
  const perform = (client: ClientView, action: () => Promise<ClientView>, message: string): Promise<void> =>
    change(client, async () => {
      onChanged(await action());
      close();
      announce(message);
    });

  const setEnabled = async (client: ClientView, enabled: boolean): Promise<void> => {
    try {
      await change(client, async () => {
        const changed = await api.updateClient(client, { enabled });
        onChanged(changed);
        if (enabled) announce(t.isEnabled(client.name));
        else
          announce(t.isDisabled(client.name), {
            action: { text: t.undo, run: () => void setEnabled(changed, true) },
          });
      });
    } catch (error) {
      setProblem(<ErrorNotice error={error as Error} />);
    }
  };

  const actionsOf = (client: ClientView): readonly Action[] => {
    const { name, enabled, secrets } = client;
    if (!canChange) return [];
    const show = (dialog: 'rotate' | 'edit' | 'revoke' | 'remove') => () => setOpen({ dialog, client });
    const hasTwoSecrets = secrets.length > 1;
    return [
      { text: t.rotate, target: name, onSelect: show('rotate'), blocked: hasTwoSecrets ? t.rotateBlocked : undefined },
      // The last live secret cannot be ended: disable the client instead.
      ...(hasTwoSecrets ? secrets : []).map((secret) => ({
        text: t.endShort(last4Of(secret)),
        target: name,
        onSelect: () => setOpen({ dialog: 'end', client, secret }),
      })),
      { text: t.edit, target: name, onSelect: show('edit') },
      { text: t.revoke, target: name, onSelect: show('revoke') },
      { text: enabled ? t.disable : t.enable, target: name, onSelect: () => void setEnabled(client, !enabled) },
      { text: t.remove, target: name, onSelect: show('remove'), isDangerous: true },
    ];
  };

  const createDialog = (): JSX.Element => (
    <ClientFormDialog
      title={t.create}
      action={t.create}
      onClose={close}
      onSubmit={async ({ name, scopes, allowedIps, silentAfterHours }, lifetime, key) => {
        const limits = { ...(allowedIps && { allowedIps }), ...(silentAfterHours !== null && { silentAfterHours }) };
        const created = await api.createClient({ name, scopes, ...limits, ...expiryOf(lifetime) }, key);
        onCreated?.(created.client);
        showSecret(created, t.created(created.client.name));
      }}
    />
  );

  const dialogOf = (one: OpenDialog): JSX.Element => {
    if (one.dialog === 'create') return createDialog();
    if (one.dialog === 'secret') {
      const show = (): void => navigate(addressOfOne('clients', one.created.client.clientId));
      const finish = (): void => {
        close();
        announce(one.message, { action: { text: t.open, run: show } });
      };
      return <SecretDialog created={one.created} onDone={finish} />;
    }
    const { client } = one;
    switch (one.dialog) {
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
            onSubmit={(form) => perform(client, () => api.updateClient(client, form), t.saved(form.name))}
          />
        );
      case 'end': {
        const { secretId } = one.secret;
        const last4 = last4Of(one.secret);
        return (
          <ConfirmDialog
            title={named(t.endShort(last4), client.name)}
            warning={t.endWarning}
            action={t.endAction}
            onClose={close}
            onConfirm={() => perform(client, () => api.endSecret(client, secretId), t.ended(last4, client.name))}
          />
        );
      }
      case 'revoke': {
        const revoke = async (): Promise<ClientView> => (await api.revokeTokens(client)).client;
        return (
          <ConfirmDialog
            title={named(t.revoke, client.name)}
            warning={t.revokeWarning}
            action={t.revoke}
            onClose={close}
            onConfirm={() => perform(client, revoke, t.revoked(client.name))}
          />
        );
      }
      case 'remove':
        return (
          <ConfirmDialog
            title={named(t.remove, client.name)}
            warning={t.removeWarning}
            action={t.remove}
            nameToType={client.name}
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

  const dialog = open && <Fragment key={open.dialog}>{dialogOf(open)}</Fragment>;
  return { actionsOf, create: () => setOpen({ dialog: 'create' }), problem, dialog };
};
