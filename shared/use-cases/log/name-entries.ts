import type { ApiClientRegistry } from '../../domain/api-client.ts';
import { defined } from '../../rules/plain-values.ts';
import type { Roster } from '../../domain/roster.ts';
import type { LogEntryView } from './list-log.ts';

interface NameSources {
  readonly roster: Roster;
  /** Undefined if the reader of the log may not see API clients. */
  readonly apiClients: Pick<ApiClientRegistry, 'findAll'> | undefined;
}

interface Names {
  readonly clientName?: string;
  /** The member or API client that acted. */
  readonly actorName?: string;
  /** The e-mail address of the member, or of the invited person, whom the action is about. */
  readonly memberName?: string;
}

interface Parties {
  readonly clientId?: unknown;
  /** The API client that acted. */
  readonly actingClientId?: string;
  /** The member that acted. */
  readonly subject?: string;
}

/** The ids of those whom an entry is about, or who acted. */
const partiesOf = (entry: LogEntryView): Parties => {
  if (entry.kind === 'checkin') return { clientId: entry.clientId };
  const { actor, target } = entry;
  const { clientId } = target;
  return actor.through === 'sync' ? { clientId, actingClientId: actor.id } : { clientId, subject: actor.id };
};

const emailsOf = ({ members }: Pick<Roster, 'members'>) =>
  new Map<unknown, string | undefined>(members.map(({ subject, email }) => [subject, email]));

/** Returns a function that finds the e-mail address of the member, or of the invited person, whom an entry is about. */
export const makeFindMemberEmail = (roster: Pick<Roster, 'members'>) => {
  const emails = emailsOf(roster);
  return (entry: LogEntryView): string | undefined => {
    if (entry.kind === 'checkin' || entry.target.userId !== undefined) return undefined;
    const { target, before, after } = entry;
    return emails.get(target['subject']) ?? ({ ...before, ...after }['email'] as string | undefined);
  };
};

/** Adds the current names of members and API clients to log entries, in one read of the clients. */
export const nameEntries = async (
  { roster, apiClients }: NameSources,
  entries: readonly LogEntryView[],
): Promise<(LogEntryView & Names)[]> => {
  const ids = entries.map(partiesOf).flatMap(({ clientId, actingClientId }) => [clientId, actingClientId]);
  const clientIds = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const clients = (await apiClients?.findAll(clientIds))?.filter(({ companyId }) => companyId === roster.companyId);
  const clientNames = new Map<unknown, string>(clients?.map(({ clientId, name }) => [clientId, name]));
  const emails = emailsOf(roster);
  const findMemberEmail = makeFindMemberEmail(roster);
  return entries.map((entry) => {
    const { clientId, actingClientId, subject } = partiesOf(entry);
    return defined({
      ...entry,
      actorName: clientNames.get(actingClientId) ?? emails.get(subject),
      clientName: clientNames.get(clientId),
      memberName: findMemberEmail(entry),
    });
  });
};
