import type { JSX } from 'preact';
import { Loaded } from '../../components/loaded.tsx';
import { useLoad } from '../../components/use-load.ts';
import { Link } from '../../navigation/link.tsx';
import { addressOf } from '../../navigation/page-id.ts';
import { useMember } from '../../session/member.ts';
import { useLogNames } from './log-names.ts';
import { LogTable } from './log-table.tsx';
import { readUntilFound } from '../../components/read-pages.ts';

interface LastEntriesProps {
  /** Whose entries: the filters of the page Log. */
  readonly of: Readonly<Record<string, string>>;
  readonly kind?: 'checkin';
  readonly limit: number;
  readonly title: string;
  /** Shown if there are none. */
  readonly none: string;
  /** The text of the link to all of them. */
  readonly all: string;
}

/** The newest entries of the log about a person or an API client; where nothing happened, with the reason. */
export const LastEntries = ({ of, kind, limit, title, none, all }: LastEntriesProps): JSX.Element => {
  const { api } = useMember();
  const names = useLogNames();
  const load = useLoad(JSON.stringify(of), (signal) =>
    readUntilFound((next) => api.listLog({ ...of, kind, next, limit }, signal), undefined),
  );
  return (
    <section class="section">
      <h2>{title}</h2>
      <Loaded load={load}>
        {({ items }) =>
          items.length === 0 ? <p class="hint">{none}</p> : <LogTable name={title} entries={items} names={names} />
        }
      </Loaded>
      <p>
        <Link href={addressOf('log', of)}>{all}</Link>
      </p>
    </section>
  );
};
