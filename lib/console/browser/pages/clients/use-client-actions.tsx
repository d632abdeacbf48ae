import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ClientView, NewSecret } from '../../../../../shared/console-api/clients.ts';
import { ApiError, ConnectionError, useMay, useMember } from '../../api/connection.ts';
import type { Action } from '../../components/actions.tsx';
import { closeDialog, openDialog } from '../../components/dialog.tsx';
import { rememberFocus } from '../../components/focus.ts';
import { announce, ErrorNotice, Notice } from '../../components/notice.tsx';
import { actionName, useTexts } from '../../language/language.ts';
import { navigate } from '../../navigation/address.tsx';
import { addressOfOne } from '../../navigation/page-id.ts';
import { last4Of } from './client-status.tsx';
import { ClientFormDialog, RotateDialog, SecretDialog } from './client-dialogs.tsx';

/** `secretId`: the secret that the action ends, if it ends one. */
export type ClientAction = Action & { readonly secretId?: string };

interface ClientChanges {
  /** Without a client, it is uncertain whether one was created. */
  readonly onCreated?: (client?: ClientView) => void;
  readonly onChanged: (client: ClientView) => void;
  readonly onDeleted: (client: ClientView) => void;
}

/** Whether a request may have been performed although it failed. */
const isUncertain = (error: Error): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);

/** Says how to find out whether a client was created. A second request could create another one. */
const CreationLost = ({ name, error }: { readonly name: string; readonly error: Error }) => {
  const t = useTexts('clients');
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Notice>
      <p>{t.format(t.creationLost, { name })}</p>
      {requestId !== undefined && <p class="hint">{t.format(t.reference, { requestId })}</p>}
    </Notice>
  );
};

/** The actions on API clients, in the list and on the page of one client. */
export const useClientActions = ({ onCreated, onChanged, onDeleted }: ClientChanges) => {
  const t = useTexts('clients');
  const { call } = useMember();
  const canChange = useMay('clients.change');
  /** The message about the last action that failed. */
  const [problem, setProblem] = useState<JSX.Element>();

  /** Shows the client as it is on the server, or a message if it was deleted. */
  const refresh = async (client: ClientView, explanation: JSX.Element): Promise<void> => {
    setProblem(explanation);
    try {
      onChanged(await call('getClient', { params: client }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      onDeleted(client);
      setProblem(<Notice>{t.format(t.goneMeanwhile, { name: client.name })}</Notice>);
    }
  };

  /**
   * Changes a client. If another member changed it first, or if it is uncertain whether the change was made, the dialog
   * closes and the client is shown as it is on the server. The dialog shows any other failure.
   * @param send sends the request; without a client in its response, the client is deleted
   * @param doneText says that the change was made
   * @param lostText says what to do if there was no response
   * @returns `doneText`, or an empty message if it is not known that the change was made
   */
  const change = async (
    client: ClientView,
    send: () => Promise<ClientView | void>,
    doneText?: string,
    lostText?: string,
  ): Promise<string | undefined> => {
    setProblem(undefined);
    try {
      const changed = await send();
      if (changed) onChanged(changed);
      else onDeleted(client);
      return doneText;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 412 || error.status === 404))
        void refresh(client, <Notice>{t.format(t.changedMeanwhile, { name: client.name })}</Notice>);
      else if (error instanceof ConnectionError)
        void refresh(client, lostText === undefined ? <ErrorNotice error={error} /> : <Notice>{lostText}</Notice>);
      else throw error;
      return '';
    }
  };

  /** Shows a new secret. Only this dialog keeps it, until "Done". */
  const showSecret = (created: NewSecret, message: string): void => {
    const openClient = (): void => navigate(addressOfOne('clients', created.client.clientId));
    const finish = (): void => {
      closeDialog();
      announce({ text: message, action: { text: t.open, run: openClient } });
    };
    openDialog(<SecretDialog created={created} onDone={finish} />);
  };

  const create = (): void =>
    openDialog(
      <ClientFormDialog
        title={t.create}
        action={t.create}
        onSubmit={async (form) => {
          setProblem(undefined);
          const created = await call('createClient', { body: form }).catch((error: Error) => {
            if (!isUncertain(error)) throw error;
            setProblem(<CreationLost name={form.name} error={error} />);
          });
          onCreated?.(created?.client);
          if (!created) return '';
          showSecret(created, t.format(t.created, { name: created.client.name }));
          return undefined;
        }}
      />,
    );

  /** The clients that are being enabled or disabled. */
  const switching = useRef(new Set<string>()).current;
  const setEnabled = async (client: ClientView, enabled: boolean): Promise<void> => {
    // The second click of a double-click would be rejected as a change of an old state.
    if (switching.has(client.clientId)) return;
    switching.add(client.clientId);
    /** The version that Undo changes. */
    let changed = client;
    const focusOpener = rememberFocus();
    const send = async (): Promise<ClientView> => {
      changed = await call('updateClient', { params: client, ifMatch: client.etag, body: { enabled } });
      return changed;
    };
    try {
      const done = await change(
        client,
        send,
        enabled ? t.format(t.isEnabled, { name: client.name }) : t.format(t.isDisabled, { name: client.name }),
      );
      const run = (): void => {
        focusOpener();
        void setEnabled(changed, true);
      };
      const undo = { text: t.undo, run };
      if (done) announce({ text: done, action: enabled ? undefined : undo });
    } catch (error) {
      setProblem(<ErrorNotice error={error as Error} />);
    } finally {
      switching.delete(client.clientId);
    }
  };

  /** The actions that the member's role allows; empty for a viewer. */
  const actionsOf = (client: ClientView): readonly ClientAction[] => {
    if (!canChange) return [];
    const { clientId, name: target, enabled, secrets } = client;
    /** For a change of the client, which is rejected if somebody else has changed it. */
    const ifUnchanged = { params: client, ifMatch: client.etag };
    const hasTwoSecrets = secrets.length > 1;
    const rotate = (
      <RotateDialog
        client={client}
        onSubmit={(rotation) => {
          const send = async (): Promise<ClientView> => {
            const created = await call('rotateSecret', { ...ifUnchanged, body: rotation });
            showSecret(created, t.format(t.rotated, { name: target }));
            return created.client;
          };
          return change(client, send, undefined, t.format(t.rotationLost, { name: target }));
        }}
      />
    );
    const edit = (
      <ClientFormDialog
        title={actionName(t.edit, target)}
        action={t.save}
        client={client}
        onSubmit={(form) =>
          change(
            client,
            () => call('updateClient', { ...ifUnchanged, body: form }),
            t.format(t.saved, { name: form.name }),
          )
        }
      />
    );
    return [
      {
        text: t.rotate,
        target,
        blockedReason: hasTwoSecrets ? t.rotateBlocked : undefined,
        onSelect: () => openDialog(rotate),
      },
      // The last live secret cannot be ended: disable the client instead.
      ...(hasTwoSecrets ? secrets : []).map((secret) => {
        const { secretId } = secret;
        const last4 = last4Of(secret);
        const end = () => call('endSecret', { params: { clientId, secretId }, ifMatch: client.etag });
        return {
          text: t.format(t.endShort, { last4 }),
          secretId,
          target,
          confirmText: t.endAction,
          warning: t.endWarning,
          onConfirm: () => change(client, end, t.format(t.ended, { last4, name: target })),
        };
      }),
      { text: t.edit, target, onSelect: () => openDialog(edit) },
      {
        text: t.revoke,
        target,
        warning: t.revokeWarning,
        onConfirm: () =>
          change(
            client,
            async () => (await call('revokeTokens', ifUnchanged)).client,
            t.format(t.revoked, { name: target }),
          ),
      },
      { text: enabled ? t.disable : t.enable, target, onSelect: () => void setEnabled(client, !enabled) },
      {
        text: t.remove,
        target,
        isDangerous: true,
        warning: t.removeWarning,
        nameToType: target,
        onConfirm: () => change(client, () => call('deleteClient', ifUnchanged), t.format(t.removed, { name: target })),
      },
    ];
  };

  return { actionsOf, create, problem };
};
