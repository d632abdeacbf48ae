import type { JSX } from 'preact';
import type { UserView } from '../../../../../shared/console-api/users.ts';
import { named } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { usePersonName } from '../../components/person-name.tsx';
import { announce } from '../../components/status.tsx';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { usersMessages } from './users-messages.ts';

interface RemoveDialogProps {
  readonly user: UserView;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Lists what a removal deletes. It cannot be undone, so the person's name must be typed. */
export const RemoveDialog = ({ user, onRemoved, onClose }: RemoveDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { api } = useMember();
  const name = usePersonName()(user);
  return (
    <ConfirmDialog
      title={named(t.remove, name)}
      warning={t.removeWarning}
      action={t.remove}
      typed={name}
      onClose={onClose}
      onConfirm={async () => {
        const { removed } = await api.removeUser(user.id);
        onClose();
        onRemoved();
        announce(t.removed(name, removed.bookings, removed.logEntries));
      }}
    >
      <ul>
        {t.removePoints(user.devices.length).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p class="hint">{t.removeKept}</p>
    </ConfirmDialog>
  );
};
