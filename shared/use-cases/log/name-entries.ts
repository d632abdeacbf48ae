import type { ApiClientRegistry } from '../../domain/api-client.ts';
import { defined } from '../../rules/plain-values.ts';
import type { Roster } from '../../domain/roster.ts';
import type { AdminEntryView, LogEntryView } from './list-log.ts';

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

const clientsOf = (entry: LogEntryView): string[] => {
  if (entry.kind === 'checkin') return [entry.clientId];
  const { actor, target } = entry;
  const { clientId } = target;
  return [...(typeof clientId === 'string' ? [clientId] : []), ...(actor.through === 'sync' ? [actor.id] : [])];
};

const emailIn = ({ before, after }: AdminEntryView): string | undefined => {
  const email = after?.['email'] ?? before?.['email'];
  return typeof email === 'string' ? email : undefined;
};

/** Returns a function that finds the e-mail address of the member, or of the invited person, whom an entry is about. */
export const makeFindMemberEmail = ({ members }: Pick<Roster, 'members'>) => {
  const emails = new Map(members.map(({ subject, email }) => [subject, email]));
  return (entry: LogEntryView): string | undefined =>
    entry.kind === 'admin' && entry.target.userId === undefined
      ? (emails.get(String(entry.target['subject'])) ?? emailIn(entry))
      : undefined;
};

/** Adds the current names of members and API clients to log entries, in one read of the clients. */
export const nameEntries = async (
  { roster, apiClients }: NameSources,
  entries: readonly LogEntryView[],
): Promise<(LogEntryView & Names)[]> => {
  const clientIds = [...new Set(entries.flatMap(clientsOf))];
  const clients = apiClients && clientIds.length > 0 ? await apiClients.findAll(clientIds) : [];
  const ofCompany = clients.filter(({ companyId }) => companyId === roster.companyId);
  const clientNames = new Map(ofCompany.map(({ clientId, name }) => [clientId, name]));
  const emails = new Map(roster.members.map(({ subject, email }) => [subject, email]));
  const findMemberEmail = makeFindMemberEmail(roster);
  return entries.map((entry) => {
    if (entry.kind === 'checkin') return defined({ ...entry, clientName: clientNames.get(entry.clientId) });
    const { actor, target } = entry;
    const named = {
      actorName: actor.through === 'sync' ? clientNames.get(actor.id) : emails.get(actor.id),
      clientName: clientNames.get(String(target['clientId'])),
      memberName: findMemberEmail(entry),
    };
    return defined({ ...entry, ...named });
  });
};
