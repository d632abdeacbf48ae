import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PersonView } from '../../../../../shared/console-api/users.ts';
import { ApiError } from '../../api/connection.ts';
import { type Action, ActionRow, actionName } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { PageOfOne } from '../../components/page-of-one.tsx';
import { Badges, usePersonName } from '../../components/person-name.tsx';
import { saveFile } from '../../components/save-file.ts';
import { announce } from '../../components/status.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { useLoad } from '../../components/use-load.ts';
import { parseUserId } from '../../components/user-id.ts';
import { isLanguageTag } from '../../../../../shared/rules/languages.ts';
import { LANGUAGES, useTexts } from '../../language/language.ts';
import { navigate, useAddress } from '../../navigation/address.ts';
import { addressOf, findItemId } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../session/member.ts';
import { LastEntries } from '../log/last-entries.tsx';
import { BookingsOfDay } from './bookings-of-day.tsx';
import { Devices } from './devices.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { usersMessages } from './users-messages.ts';

const MAX_ENTRIES = 20;

/** One person: the stored data, the bookings of a day, the last swipes and the devices. */
export const PersonPage = (): JSX.Element => {
  const t = useTexts(usersMessages);
  const nameOf = usePersonName();
  const { call } = useMember();
  const canChange = useMay('users.change');
  const canSeeLog = useMay('log.checkins');
  const id = findItemId(useAddress().path) ?? '';
  const load = useLoad(id, async (signal) => {
    const userId = parseUserId(id);
    if (userId === undefined) throw new ApiError(404, {});
    return call('getUser', { params: { userId }, signal });
  });
  return (
    <PageOfOne parent="users" load={load} title={nameOf} notFound={{ title: t.notFoundTitle, text: t.noSuchUser }}>
      {(user) => (
        <>
          <PersonCard user={user} onChanged={(changed) => load.setData(() => changed)} onStale={load.reload} />
          <BookingsOfDay userId={user.id} />
          {canSeeLog && (
            <LastEntries
              filter={{ user: String(user.id) }}
              kind="checkin"
              limit={MAX_ENTRIES}
              title={t.history}
              none={t.noHistory}
              all={t.log}
            />
          )}
          {canChange && <Devices user={user} onChange={load.reload} />}
        </>
      )}
    </PageOfOne>
  );
};

interface PersonCardProps {
  readonly user: PersonView;
  readonly onChanged: (user: PersonView) => void;
  /** Called if somebody else has changed the person in the meantime. */
  readonly onStale: () => void;
}

const PersonCard = ({ user, onChanged, onStale }: PersonCardProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  const canExport = useMay('users.export');
  const canRemove = useMay('users.remove');
  const canChange = useMay('users.change');
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const close = (): void => setOpen(undefined);
  const { error, attempt } = useAttempt();
  const exportData = async (): Promise<void> => {
    const data = await call('exportUser', { params: { userId: user.id } });
    saveFile(`user-${user.id}.json`, 'application/json', JSON.stringify(data, null, 2));
    announce(t.exported(user.id));
  };
  const actions: Action[] = [
    ...(canChange ? [{ text: t.edit, onSelect: () => setOpen('edit') }] : []),
    ...(canExport ? [{ text: t.exportData, onSelect: () => void attempt(exportData) }] : []),
    ...(canRemove ? [{ text: t.remove, onSelect: () => setOpen('remove'), isDangerous: true }] : []),
  ];
  const { language } = user;
  return (
    <section class="card stack">
      <Facts
        facts={[
          [t.facts.id, user.id],
          [t.facts.uids, user.uids.length === 0 ? undefined : <Badges uids={user.uids} />],
          [t.email, user.email],
          [t.facts.language, isLanguageTag(language) ? LANGUAGES[language] : language],
        ]}
      />
      <ActionRow actions={actions} />
      <ErrorNotice error={error} />
      {open === 'edit' && <EditDialog person={user} onClose={close} onSaved={onChanged} onStale={onStale} />}
      {open === 'remove' && <RemoveDialog user={user} onClose={close} />}
    </section>
  );
};

interface RemoveDialogProps {
  readonly user: PersonView;
  readonly onClose: () => void;
}

/** Lists what a removal deletes. A removal cannot be undone, so the person's name must be typed. */
const RemoveDialog = ({ user, onClose }: RemoveDialogProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  const name = usePersonName()(user);
  return (
    <ConfirmDialog
      title={actionName(t.remove, name)}
      warning={t.removeWarning}
      action={t.remove}
      nameToType={name}
      onClose={onClose}
      onConfirm={async () => {
        const { removed } = await call('removeUser', { params: { userId: user.id } });
        onClose();
        navigate(addressOf('users'));
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
