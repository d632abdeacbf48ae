import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ClientView, NewSecret, SecretView } from '../../../../../shared/console-api/clients.ts';
import { ApiError, ConnectionError } from '../../api/connection.ts';
import { type Action, actionName } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { announce } from '../../components/status.tsx';
import { useTexts } from '../../language/language.ts';
import { navigate } from '../../navigation/address.ts';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../session/member.ts';
import { ClientFormDialog, RotateDialog, SecretDialog } from './client-dialogs.tsx';
import { clientsMessages, last4Of } from './clients-messages.ts';

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

/** Names the client of a change, which is rejected if somebody else has changed the client. */
const unchanged = (client: ClientView) => ({ params: client, ifMatch: client.etag });

/** The actions on API clients, in the list and on the page of one client. */
export const useClientActions = ({ onCreated, onChanged, onDeleted }: ClientChanges): ClientActions => {
  const t = useTexts(clientsMessages);
  const { call } = useMember();
  const canChange = useMay('clients.change');
  /** The open dialog. A secret is kept here, and nowhere else, from its creation until "Done". */
  const [dialog, open] = useState<JSX.Element>();
  const [problem, setProblem] = useState<JSX.Element>();
  const close = (): void => open(undefined);

  /** Shows the client as it is on the server, or a message if it was deleted. */
  const refresh = async (client: ClientView, explanation: JSX.Element): Promise<void> => {
    close();
    setProblem(explanation);
    try {
      onChanged(await call('getClient', { params: client }));
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

  const showSecret = (created: NewSecret, message: string): void => {
    const openClient = (): void => navigate(addressOfOne('clients', created.client.clientId));
    const finish = (): void => {
      close();
      announce(message, { action: { text: t.open, run: openClient } });
    };
    open(<SecretDialog created={created} onDone={finish} />);
  };

  const create = (): void =>
    open(
      <ClientFormDialog
        title={t.create}
        action={t.create}
        onClose={close}
        onSubmit={async (form, key) => {
          const created = await call('createClient', { body: form, idempotencyKey: key });
          onCreated?.(created.client);
          showSecret(created, t.created(created.client.name));
        }}
      />,
    );

  const rotate = (client: ClientView): void =>
    open(
      <RotateDialog
        client={client}
        onClose={close}
        onRotate={(rotation, key) =>
          change(client, async () => {
            const created = await call('rotateSecret', {
              ...unchanged(client),
              body: rotation,
              idempotencyKey: key,
            });
            onChanged(created.client);
            showSecret(created, t.rotated(client.name));
          })
        }
      />,
    );

  const endSecret = (client: ClientView, secret: SecretView): void => {
    const last4 = last4Of(secret);
    open(
      <ConfirmDialog
        title={actionName(t.endShort(last4), client.name)}
        warning={t.endWarning}
        action={t.endAction}
        onClose={close}
        onConfirm={() =>
          perform(
            client,
            () => call('endSecret', { params: { ...client, ...secret }, ifMatch: client.etag }),
            t.ended(last4, client.name),
          )
        }
      />,
    );
  };

  const edit = (client: ClientView): void =>
    open(
      <ClientFormDialog
        title={actionName(t.edit, client.name)}
        action={t.save}
        initial={client}
        onClose={close}
        onSubmit={(form) =>
          perform(client, () => call('updateClient', { ...unchanged(client), body: form }), t.saved(form.name))
        }
      />,
    );

  const revokeTokens = (client: ClientView): void => {
    const revoke = async (): Promise<ClientView> => (await call('revokeTokens', unchanged(client))).client;
    open(
      <ConfirmDialog
        title={actionName(t.revoke, client.name)}
        warning={t.revokeWarning}
        action={t.revoke}
        onClose={close}
        onConfirm={() => perform(client, revoke, t.revoked(client.name))}
      />,
    );
  };

  const setEnabled = (client: ClientView, enabled: boolean): Promise<void> =>
    change(client, async () => {
      const changed = await call('updateClient', { ...unchanged(client), body: { enabled } });
      onChanged(changed);
      const undo = { text: t.undo, run: () => void setEnabled(changed, true) };
      if (enabled) announce(t.isEnabled(client.name));
      else announce(t.isDisabled(client.name), { action: undo });
    }).catch((error: Error) => setProblem(<ErrorNotice error={error} />));

  const remove = (client: ClientView): void =>
    open(
      <ConfirmDialog
        title={actionName(t.remove, client.name)}
        warning={t.removeWarning}
        action={t.remove}
        nameToType={client.name}
        onClose={close}
        onConfirm={() =>
          change(client, async () => {
            await call('deleteClient', unchanged(client));
            onDeleted(client);
            close();
            announce(t.removed(client.name));
          })
        }
      />,
    );

  const actionsOf = (client: ClientView): readonly Action[] => {
    if (!canChange) return [];
    const { name: target, enabled, secrets } = client;
    const hasTwoSecrets = secrets.length > 1;
    const blockedReason = hasTwoSecrets ? t.rotateBlocked : undefined;
    return [
      { text: t.rotate, target, onSelect: () => rotate(client), blockedReason },
      // The last live secret cannot be ended: disable the client instead.
      ...(hasTwoSecrets ? secrets : []).map((secret) => ({
        text: t.endShort(last4Of(secret)),
        target,
        onSelect: () => endSecret(client, secret),
      })),
      { text: t.edit, target, onSelect: () => edit(client) },
      { text: t.revoke, target, onSelect: () => revokeTokens(client) },
      { text: enabled ? t.disable : t.enable, target, onSelect: () => void setEnabled(client, !enabled) },
      { text: t.remove, target, onSelect: () => remove(client), isDangerous: true },
    ];
  };

  return { actionsOf, create, problem, dialog };
};
