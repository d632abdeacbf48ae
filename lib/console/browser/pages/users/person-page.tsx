import type { ComponentChildren } from 'preact';
import { userAttributeNames } from '../../../../../shared/rules/attributes.ts';
import type { PersonView } from '../../../../../shared/console-api/users.ts';
import { ActionRow, type Actions } from '../../components/actions.tsx';
import { openDialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/table.tsx';
import { announce, ErrorNotice } from '../../components/notice.tsx';
import { PageOfOne } from '../../components/page.tsx';
import { Badges, usePersonName } from '../../components/people.tsx';
import { saveFile } from '../../components/download.tsx';
import { useAttempt, useLoad } from '../../components/use-load.ts';
import { isLanguageTag } from '../../../../../shared/rules/languages.ts';
import { actionName, LANGUAGES, useTexts } from '../../language/language.ts';
import { navigate, useAddress } from '../../navigation/address.tsx';
import { addressOf, findItemId } from '../../navigation/page-id.ts';
import { useMay, useMember } from '../../api/connection.ts';
import { LastEntries } from '../log/log-table.tsx';
import { useAttributeLabels } from './attribute-labels.ts';
import { BookingsOfDay } from './bookings-of-day.tsx';
import { Devices } from './devices.tsx';
import { EditDialog } from './edit-dialog.tsx';

const MAX_ENTRIES = 20;

/** The attributes, without the name, which is the heading, and the first badge, which is among `uids`. */
const FACTS = userAttributeNames.filter((name) => name !== 'name' && name !== 'uid');

const factOf = (user: PersonView, name: (typeof FACTS)[number]): ComponentChildren => {
  if (name === 'uids') return user.uids.length === 0 ? undefined : <Badges uids={user.uids} />;
  const { [name]: value } = user;
  return name === 'language' && isLanguageTag(value) ? LANGUAGES[value] : value;
};

/** One person: the stored data, the bookings of a day, the last swipes and the devices. */
export const PersonPage = () => {
  const t = useTexts('users');
  const nameOf = usePersonName();
  const { call } = useMember();
  const canChange = useMay('users.change');
  const canSeeLog = useMay('log.checkins');
  const userId = findItemId(useAddress().path) ?? '';
  const load = useLoad(userId, (signal) => call('getUser', { params: { userId }, signal }));
  return (
    <PageOfOne parent="users" load={load} title={nameOf} notFound={{ title: t.notFoundTitle, text: t.noSuchUser }}>
      {(user) => (
        <>
          <PersonCard user={user} onChanged={(changed) => load.setData(() => changed)} />
          <BookingsOfDay user={user} />
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
          {canChange && <Devices user={user} onChanged={load.reload} />}
        </>
      )}
    </PageOfOne>
  );
};

const PersonCard = ({ user, onChanged }: { user: PersonView; onChanged: (user: PersonView) => void }) => {
  const t = useTexts('users');
  const { call } = useMember();
  const canExport = useMay('users.export');
  const canRemove = useMay('users.remove');
  const canChange = useMay('users.change');
  const name = usePersonName()(user);
  const labels = useAttributeLabels();
  const { error, attempt } = useAttempt();
  const params = { userId: user.id };
  const exportData = async (): Promise<void> => {
    const data = await call('exportUser', { params });
    saveFile(`user-${user.id}.json`, 'application/json', JSON.stringify(data, null, 2));
    announce(t.format(t.exported, { id: user.id }));
  };
  const remove = async (): Promise<string> => {
    const { removed } = await call('removeUser', { params });
    navigate(addressOf('users'));
    const bookings = t.format(t.removedBookings, { count: removed.bookings });
    const entries = t.format(t.removedEntries, { count: removed.logEntries });
    return t.format(t.removed, { name, bookings, entries });
  };
  const edit = (): void => openDialog(<EditDialog person={user} onChanged={onChanged} />);
  const whatIsRemoved = (
    <>
      <ul>
        <li>{t.removePoints.identity}</li>
        {user.devices.length > 0 && <li>{t.format(t.removePoints.devices, { count: user.devices.length })}</li>}
        <li>{t.removePoints.bookings}</li>
        <li>{t.removePoints.log}</li>
      </ul>
      <p class="hint">{t.removeKept}</p>
    </>
  );
  const actions: Actions = [
    canChange && { text: t.edit, onSelect: edit },
    canExport && { text: t.exportData, onSelect: () => void attempt(exportData) },
    canRemove && {
      text: t.remove,
      title: actionName(t.remove, name),
      isDangerous: true,
      warning: t.removeWarning,
      details: whatIsRemoved,
      nameToType: name,
      onConfirm: remove,
    },
  ];
  return (
    <section class="card stack">
      <Facts facts={[[labels.id, user.id], ...FACTS.map((fact) => [labels[fact], factOf(user, fact)] as const)]} />
      <ActionRow actions={actions} />
      <ErrorNotice error={error} />
    </section>
  );
};
