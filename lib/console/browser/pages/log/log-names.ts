import { useLoad } from '../../components/use-load.ts';
import { useMay, useMember } from '../../session/member.ts';

/** The names of what entries of the log mention by id, as far as the member may see them. */
export interface LogNames {
  readonly clients: ReadonlyMap<string, string>;
  /** By subject. */
  readonly members: ReadonlyMap<string, string>;
}

/** An id for people to recognise, not to read. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 12)}…` : id);

const LIMIT = 100;

/** Reads the names once. Without them, ids are shown. */
export const useLogNames = (): LogNames => {
  const { api, me } = useMember();
  const canSeeClients = useMay('clients.read');
  const canSeeMembers = useMay('members.change');
  const { data } = useLoad<LogNames>('names', async (signal) => {
    const [clients, members] = await Promise.all([
      canSeeClients ? api.listClients({ limit: LIMIT }, signal) : undefined,
      canSeeMembers ? api.listMembers({ limit: LIMIT }, signal) : undefined,
    ]);
    return {
      clients: new Map(clients?.items.map(({ clientId, name }) => [clientId, name])),
      members: new Map(members?.items.flatMap(({ subject, email }) => (email === undefined ? [] : [[subject, email]]))),
    };
  });
  return {
    clients: data?.clients ?? new Map(),
    members: new Map([...(data?.members ?? []), ...(me.email === undefined ? [] : [[me.subject, me.email] as const])]),
  };
};
