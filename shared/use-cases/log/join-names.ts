import type { UserStore } from '../../domain/user.ts';
import type { LogEntryView } from './log-entry-view.ts';
import { defined } from '../../domain/defined.ts';

const userOf = (entry: LogEntryView): number | undefined =>
  entry.kind === 'checkin' ? entry.userId : entry.target.userId;

/** Adds the current names of users. The log stores no names, so a removed user's name does not remain in it. */
export const joinNames = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  entries: readonly LogEntryView[],
): Promise<(LogEntryView & { readonly userName?: string })[]> => {
  const ids = new Set(entries.map(userOf).filter((id) => id !== undefined));
  const found = await users.findAll([...ids].map((userId) => ({ companyId, userId })));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    const userId = userOf(entry);
    const userName = userId === undefined ? undefined : names.get(userId);
    return defined({ ...entry, userName });
  });
};
