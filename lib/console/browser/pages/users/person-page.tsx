import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PersonView } from '../../../../../shared/console-api/users.ts';
import { ApiError } from '../../api/connection.ts';
import { type Action, ActionRow } from '../../components/actions.tsx';
import { Facts } from '../../components/facts.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { Loading } from '../../components/pager.tsx';
import { Badges, usePersonName } from '../../components/person-name.tsx';
import { saveFile } from '../../components/save-file.ts';
import { announce } from '../../components/status.tsx';
import { useLoad } from '../../components/use-load.ts';
import { parseUserId } from '../../components/user-id.ts';
import { isLanguageTag } from '../../../../../shared/rules/languages.ts';
import { LANGUAGES, useMessages } from '../../language/language.ts';
import { navigate, useAddress } from '../../navigation/address.ts';
import { Link } from '../../navigation/link.tsx';
import { addressOf, findOne } from '../../navigation/page-id.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMay, useMember } from '../../session/member.ts';
import { LastEntries } from '../log/last-entries.tsx';
import { BookingsOfDay } from './bookings-of-day.tsx';
import { Devices } from './devices.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { usersMessages } from './users-messages.ts';

const MAX_ENTRIES = 20;

/** One person: what is known, the bookings of a day, the last swipes, and everything that can be done. */
export const PersonPage = (): JSX.Element => {
  const id = findOne(useAddress().path) ?? '';
  return <Person key={id} id={id} />;
};

const Person = ({ id }: { readonly id: string }): JSX.Element => {
  const t = useMessages(usersMessages);
  const titles = useMessages(pageTitles);
  const nameOf = usePersonName();
  const { api } = useMember();
  const canChange = useMay('users.change');
  const canSeeLog = useMay('log.checkins');
  const userId = parseUserId(id);
  const { data, error, reload, setData } = useLoad(id, async (signal) =>
    userId === undefined ? undefined : api.getUser(userId, signal),
  );
  const back = <Link href={addressOf('users')}>{titles.users}</Link>;
  const isGone = userId === undefined || (error instanceof ApiError && error.status === 404);
  if (isGone || data === undefined)
    return (
      <>
        <PageHeader title={isGone ? t.notFoundTitle : titles.users} back={back} />
        {isGone && <EmptyState title={t.notFoundTitle}>{t.noSuchUser}</EmptyState>}
        {!isGone && error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
        {!isGone && error === undefined && <Loading />}
      </>
    );
  return (
    <>
      <PageHeader title={nameOf(data)} back={back} />
      <PersonCard user={data} onChanged={(user) => setData(() => user)} onStale={reload} />
      <BookingsOfDay userId={data.id} />
      {canSeeLog && (
        <LastEntries
          of={{ user: String(data.id) }}
          kind="checkin"
          limit={MAX_ENTRIES}
          title={t.history}
          none={t.noHistory}
          all={t.log}
        />
      )}
      {canChange && <Devices user={data} onChange={reload} />}
    </>
  );
};

interface PersonCardProps {
  readonly user: PersonView;
  readonly onChanged: (user: PersonView) => void;
  /** Somebody else changed the person first. */
  readonly onStale: () => void;
}

const PersonCard = ({ user, onChanged, onStale }: PersonCardProps): JSX.Element => {
  const t = useMessages(usersMessages);
  const { api } = useMember();
  const canExport = useMay('users.export');
  const canRemove = useMay('users.remove');
  const canChange = useMay('users.change');
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const close = (): void => setOpen(undefined);
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
  const actions: Action[] = [
    ...(canChange ? [{ name: t.edit, text: t.edit, onSelect: () => setOpen('edit') }] : []),
    ...(canExport ? [{ name: t.exportData, text: t.exportData, onSelect: () => void exportData() }] : []),
    ...(canRemove ? [{ name: t.remove, text: t.remove, onSelect: () => setOpen('remove'), isDangerous: true }] : []),
  ];
  const { language } = user;
  return (
    <section class="card stack">
      <Facts
        facts={[
          [t.facts.id, user.id],
          [t.facts.uids, user.uids.length === 0 ? undefined : <Badges uids={user.uids} />],
          [t.facts.email, user.email],
          [t.facts.language, isLanguageTag(language) ? LANGUAGES[language] : language],
        ]}
      />
      {actions.length > 0 && <ActionRow actions={actions} />}
      {error !== undefined && <ErrorNotice error={error} />}
      {open === 'edit' && <EditDialog person={user} onClose={close} onSaved={onChanged} onStale={onStale} />}
      {open === 'remove' && <RemoveDialog user={user} onClose={close} onRemoved={() => navigate(addressOf('users'))} />}
    </section>
  );
};
