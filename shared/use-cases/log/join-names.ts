import type { UserStore } from '../../domain/user.ts';
import type { LogEntryView } from './log-entry-view.ts';
import { defined } from '../../domain/defined.ts';

const userOf = (entry: LogEntryView): number | undefined =>
  entry.kind === 'checkin' ? entry.userId : entry.target.userId;

/** Adds the users' current names to log entries. The log stores no names, so that it does not keep those of removed users. */
export const joinNames = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  entries: readonly LogEntryView[],
): Promise<(LogEntryView & { readonly userName?: string })[]> => {
  const ids = new Set(entries.map(userOf).filter((id) => id !== undefined));
  const found = await users.findAll([...ids].map((userId) => ({ companyId, userId })));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return entries.map((entry) => defined({ ...entry, userName: names.get(userOf(entry) as number) }));
};
