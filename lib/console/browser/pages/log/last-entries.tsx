import { readUntilFound } from '../../components/read-pages.ts';
import { useList } from '../../components/use-load.ts';
import { Link } from '../../navigation/address.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMember } from '../../api/connection.ts';
import { useLogNames } from './log-names.ts';
import { LogTable } from './log-table.tsx';

interface LastEntriesProps {
  /** The filters of the page Log. */
  readonly filter: Readonly<Record<string, string>>;
  readonly kind?: 'checkin';
  readonly limit: number;
  readonly title: string;
  /** The text if there are no entries. */
  readonly none: string;
  /** The text of the link to all entries. */
  readonly all: string;
}

/** The newest entries of the log about a person or an API client. Swipes without a check-in have a button "Why?". */
export const LastEntries = ({ filter, kind, limit, title, none, all }: LastEntriesProps) => {
  const { call } = useMember();
  const names = useLogNames();
  const list = useList(JSON.stringify(filter), async (_, signal) => {
    const { items } = await readUntilFound((next) =>
      call('listLog', { query: { ...filter, kind, next, limit }, signal }),
    );
    return { items };
  });
  return (
    <section>
      <h2>{title}</h2>
      <LogTable name={title} list={list} names={names} empty={<p class="hint">{none}</p>} />
      <p>
        <Link href={addressOf('log', filter)}>{all}</Link>
      </p>
    </section>
  );
};
