import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SearchUsersRequest, UserView } from '../../../../../shared/console-api/users.ts';
import { componentMessages } from '../../components/component-messages.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { isDay, today } from '../../components/local-day.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { useLoad } from '../../components/use-load.ts';
import { parseUserId } from '../../components/user-id.ts';
import { useMessages } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMay, useMember } from '../../session/member.ts';
import { BookingsTable } from './bookings-table.tsx';
import { Devices } from './devices.tsx';
import { UserCard } from './user-card.tsx';
import { usersMessages } from './users-messages.ts';

const FIND_BY = ['id', 'uid', 'email'] as const;
type FindBy = (typeof FIND_BY)[number];

interface Search {
  readonly by: FindBy;
  readonly text: string;
  /** Counts clicks on "Show", so that the same search reads again. */
  readonly round: number;
}

const requestOf = ({ by, text }: Search): SearchUsersRequest => (by === 'id' ? { id: Number(text) } : { [by]: text });

/** The address names the user by id only, never by e-mail address. */
export const UsersPage = (): JSX.Element => {
  const t = useMessages(usersMessages);
  const common = useMessages(componentMessages);
  const titles = useMessages(pageTitles);
  const { api } = useMember();
  const canChange = useMay('checkins.change');
  const { query } = useAddress();
  const idInAddress = query.get('user') ?? '';
  const [by, setBy] = useState<FindBy>('id');
  const [text, setText] = useState(idInAddress);
  const [day, setDay] = useState(query.get('day') ?? today());
  const [hasBadId, setHasBadId] = useState(idInAddress !== '' && parseUserId(idInAddress) === undefined);
  const [search, setSearch] = useState<Search | undefined>(
    idInAddress === '' || hasBadId ? undefined : { by: 'id', text: idInAddress, round: 0 },
  );
  const { data, error, isLoading, reload, setData } = useLoad(JSON.stringify(search ?? ''), async (signal) =>
    search === undefined ? undefined : { user: (await api.searchUsers(requestOf(search), signal)).items[0] },
  );
  const user = data?.user;
  useEffect(() => {
    if (user !== undefined) setQuery({ user: String(user.id), day: day === today() ? '' : day });
  }, [user?.id, day]);
  const show = (event: Event): void => {
    event.preventDefault();
    const written = text.trim();
    const isBad = by === 'id' && parseUserId(written) === undefined;
    setHasBadId(isBad);
    if (isBad) setQuery({ user: '' });
    setSearch(isBad ? undefined : { by, text: written, round: (search?.round ?? 0) + 1 });
  };
  const setUser = (changed: UserView): void => setData(() => ({ user: changed }));
  return (
    <>
      <PageHeader title={titles.users} intro={canChange ? t.intro : t.introViewer} />
      <form class="toolbar" onSubmit={show}>
        <SelectField
          label={t.findBy}
          value={by}
          onChange={(chosen) => {
            setBy(chosen);
            setHasBadId(false);
          }}
          options={FIND_BY.map((one) => [one, t.by[one]])}
        />
        <TextField
          label={t.identifier}
          error={hasBadId ? common.badUserId : undefined}
          value={text}
          onInput={setText}
          isRequired
          isWide
          maxLength={fields.search.maxLength}
          {...(by === 'id' && { inputMode: 'numeric' as const })}
        />
        <TextField
          type="date"
          label={t.day}
          error={day === '' || isDay(day) ? undefined : common.badDay(day)}
          value={day}
          onInput={setDay}
          isRequired
        />
        <button type="submit" class="primary" aria-busy={search !== undefined && isLoading}>
          {t.show}
        </button>
      </form>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {search === undefined && <EmptyState title={t.startTitle}>{t.start}</EmptyState>}
      {search !== undefined && error === undefined && !isLoading && user === undefined && (
        <EmptyState title={t.notFoundTitle}>{t.notFound}</EmptyState>
      )}
      {user !== undefined && error === undefined && (
        <>
          <UserCard
            user={user}
            onRemoved={() => {
              setSearch(undefined);
              setText('');
              setQuery({ user: '', day: '' });
            }}
          />
          {isDay(day) && <BookingsTable key={`${user.id} ${search?.round ?? 0}`} userId={user.id} day={day} />}
          <Devices user={user} onChange={setUser} />
        </>
      )}
    </>
  );
};
