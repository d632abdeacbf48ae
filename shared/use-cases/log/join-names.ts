import type { UserStore } from '../../domain/user.ts';
import type { LogEntryView } from './log-entry-view.ts';
import { defined } from '../../domain/defined.ts';

/** An entry of the log, with the name that its user has now. */
export type NamedLogEntry = LogEntryView & { readonly userName?: string };

const userOf = (entry: LogEntryView): number | undefined =>
  entry.kind === 'checkin' ? entry.userId : entry.target.userId;

/** Adds the names of users to a page of the log. The log itself stores no names, so none is left of a removed user. */
export const joinNames = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  entries: readonly LogEntryView[],
): Promise<NamedLogEntry[]> => {
  const ids = new Set(entries.map(userOf).filter((id) => id !== undefined));
  const found = await users.findAll([...ids].map((userId) => ({ companyId, userId })));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    const userId = userOf(entry);
    const userName = userId === undefined ? undefined : names.get(userId);
    return defined({ ...entry, userName });
  });
};
