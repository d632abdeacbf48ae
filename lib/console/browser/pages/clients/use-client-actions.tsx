import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { ApiError, ConnectionError } from '../../api/connection.ts';
import type { Action } from '../../components/actions.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { announce } from '../../components/status.tsx';
import { useTexts } from '../../language/language.ts';
import { useMay, useMember } from '../../session/member.ts';
import { ClientDialog, type OpenDialog } from './client-dialogs.tsx';
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
  /** The message about the last action that failed, and the open dialog. */
  readonly problem: JSX.Element | undefined;
  readonly dialog: JSX.Element | undefined;
}

/** What can be done with API clients, in the list and on the page of one. */
export const useClientActions = ({ onCreated = () => {}, onChanged, onDeleted }: ClientChanges): ClientActions => {
  const t = useTexts(clientsMessages);
  const { api } = useMember();
  const canChange = useMay('clients.change');
  const [open, setOpen] = useState<OpenDialog>();
  const [problem, setProblem] = useState<JSX.Element>();

  /** Shows the server's state, or a message if the client was deleted. */
  const refresh = async (client: ClientView, explanation: JSX.Element): Promise<void> => {
    setOpen(undefined);
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
    return [
      {
        text: t.rotate,
        of: name,
        onSelect: show('rotate'),
        blocked: secrets.length > 1 ? t.rotateBlocked : undefined,
      },
      // The last live secret cannot be ended; disabling the client ends it.
      ...(secrets.length > 1 ? secrets : []).map((secret) => ({
        text: t.endShort(last4Of(secret)),
        of: name,
        onSelect: () => setOpen({ dialog: 'end', client, secret }),
      })),
      { text: t.edit, of: name, onSelect: show('edit') },
      { text: t.revoke, of: name, onSelect: show('revoke') },
      {
        text: enabled ? t.disable : t.enable,
        of: name,
        onSelect: () => void setEnabled(client, !enabled),
      },
      { text: t.remove, of: name, onSelect: show('remove'), isDangerous: true },
    ];
  };

  const dialog = open && (
    <ClientDialog
      key={open.dialog}
      open={open}
      onOpen={setOpen}
      change={change}
      onChanged={onChanged}
      onDeleted={onDeleted}
      onCreated={onCreated}
    />
  );
  return { actionsOf, create: () => setOpen({ dialog: 'create' }), problem, dialog };
};
