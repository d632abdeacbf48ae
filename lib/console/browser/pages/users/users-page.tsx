import type { UserView } from '../../../../../shared/console-api/users.ts';
import { ListTable } from '../../components/table.tsx';
import { EmptyState, PageHeader } from '../../components/page.tsx';
import { Badges, PersonLink } from '../../components/people.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useList } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { useSearchText } from '../../navigation/address.tsx';
import { useMay, useMember } from '../../api/connection.ts';

/** All users. The search text is never in the page's URL. */
export const UsersPage = () => {
  const t = useTexts('users');
  const { call } = useMember();
  const canChange = useMay('checkins.change');
  const [q, setQ] = useSearchText();
  const list = useList<UserView>(q, (next, signal) =>
    call('searchUsers', { body: { q: q || undefined, next, limit: 50 }, signal }),
  );
  return (
    <>
      <PageHeader title={t.titles.users} intro={canChange ? t.intro : t.introViewer} />
      <SearchBox
        label={t.findPerson}
        hint={t.findPersonHint}
        value={q}
        onChange={setQ}
        result={
          q === '' || list.items === undefined || list.isLoading
            ? ''
            : list.hasMore
              ? t.format(t.peopleMore, { count: list.items.length })
              : t.format(t.peopleFound, { count: list.items.length })
        }
      />
      <ListTable
        name={t.titles.users}
        list={list}
        empty={
          <EmptyState title={q === '' ? t.emptyTitle : t.notFoundTitle}>{q === '' ? t.empty : t.notFound}</EmptyState>
        }
        rowKey={({ id }) => String(id)}
        columns={[
          { header: t.person, cell: (user) => <PersonLink {...user} /> },
          { header: t.facts.uids, class: 'note', cell: ({ uids }) => <Badges uids={uids} /> },
          { header: t.email, class: 'note', cell: ({ email }) => email },
          { header: t.facts.id, class: 'state', cell: ({ id }) => <span class="hint">{id}</span> },
        ]}
      />
    </>
  );
};
