import { type Page, readPages } from '../../components/read-pages.ts';
import { useLoad } from '../../components/use-load.ts';
import { useMay, useMember } from '../../api/connection.ts';

/** Names for the ids in log entries, as far as the member may see them. */
export interface LogNames {
  readonly clients: ReadonlyMap<string, string>;
  /** E-mail addresses by subject. */
  readonly members: ReadonlyMap<string, string>;
}

/** Shortens an id so that people can still recognise it. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 12)}…` : id);

const LIMIT = 100;
const MAX_PAGES = 20;

/** Reads up to 2,000 items of a list. */
const readAll = async <Item>(read: (next: string | undefined) => Promise<Page<Item>>): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const page of readPages(read, MAX_PAGES)) items.push(...page.items);
  return items;
};

/** Reads the names once. Until they arrive, ids are shown. */
export const useLogNames = (): LogNames => {
  const { call, me } = useMember();
  const canSeeClients = useMay('clients.read');
  const canSeeMembers = useMay('members.change');
  const { data } = useLoad<LogNames>('names', async (signal) => {
    const [clients, members] = await Promise.all([
      canSeeClients ? readAll((next) => call('listClients', { query: { next, limit: LIMIT }, signal })) : [],
      canSeeMembers ? readAll((next) => call('listMembers', { query: { next, limit: LIMIT }, signal })) : [],
    ]);
    return {
      clients: new Map(clients.map(({ clientId, name }) => [clientId, name])),
      members: new Map(members.flatMap(({ subject, email }) => (email === undefined ? [] : [[subject, email]]))),
    };
  });
  return {
    clients: data?.clients ?? new Map(),
    members: new Map([...(data?.members ?? []), ...(me.email === undefined ? [] : [[me.subject, me.email] as const])]),
  };
};
