import type { ActivityLog, LogEntry } from '../../domain/activity-log.ts';
import type { UserRef } from '../../domain/user.ts';

const ENTRIES_PER_PAGE = 1_000;

/** Reads the entries about a user, newest first, page after page. */
export const readUserEntries = async function* (log: ActivityLog, user: UserRef): AsyncGenerator<readonly LogEntry[]> {
  let next: string | undefined;
  do {
    const page = await log.listByUser(user, {}, { limit: ENTRIES_PER_PAGE, next });
    yield page.entries;
    ({ next } = page);
  } while (next !== undefined);
};
