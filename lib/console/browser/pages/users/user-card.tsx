import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserView } from '../../../../../shared/console-api/users.ts';
import { Facts } from '../../components/facts.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { saveFile } from '../../components/save-file.ts';
import { announce } from '../../components/status.tsx';
import { useMessages } from '../../language/language.ts';
import { Link } from '../../navigation/link.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../session/member.ts';
import { usersMessages } from './users-messages.ts';

interface UserCardProps {
  readonly user: UserView;
  readonly onRemoved: () => void;
}

/** The user's data, and the actions on all of it: export and removal. */
export const UserCard = ({ user, onRemoved }: UserCardProps): JSX.Element => {
  const t = useMessages(usersMessages);
  const { api } = useMember();
  const canExport = useMay('users.export');
  const canRemove = useMay('users.remove');
  const canSeeLog = useMay('log.checkins');
  const [isRemoving, setIsRemoving] = useState(false);
  const [error, setError] = useState<Error>();
  const exportData = async (): Promise<void> => {
    setError(undefined);
    try {
      saveFile(`user-${user.id}.json`, 'application/json', JSON.stringify(await api.exportUser(user.id), null, 2));
      announce(t.exported(user.id));
    } catch (problem) {
      setError(problem as Error);
    }
  };
  const facts = [
    [t.by.uid, user.uid],
    [t.by.email, user.email],
    [t.language, user.language],
  ] as const;
  return (
    <section class="card user-card">
      <div>
        <h2>{t.user(user.id)}</h2>
        <Facts facts={facts} />
        {canSeeLog && <Link href={addressOf('log', { user: String(user.id) })}>{t.log}</Link>}
      </div>
      {(canExport || canRemove) && (
        <div class="actions">
          {canExport && (
            <button type="button" onClick={() => void exportData()}>
              {t.exportData}
            </button>
          )}
          {canRemove && (
            <button type="button" class="danger" onClick={() => setIsRemoving(true)}>
              {t.remove}
            </button>
          )}
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isRemoving && (
        <FormDialog
          title={t.removeOf(user.id)}
          action={t.remove}
          isDangerous
          onClose={() => setIsRemoving(false)}
          onSubmit={async () => {
            const { removed } = await api.removeUser(user.id);
            setIsRemoving(false);
            onRemoved();
            announce(t.removed(user.id, removed.bookings, removed.logEntries));
          }}
        >
          <div>
            <p>{t.removeWarning}</p>
            <ul>
              {t.removePoints(user.devices.length).map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <p class="hint">{t.removeKept}</p>
        </FormDialog>
      )}
    </section>
  );
};
