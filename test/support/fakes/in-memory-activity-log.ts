import type { ActivityLog, LogEntry, LogPage, LogPageRequest, LogRange } from '../../../shared/domain/activity-log.ts';
import type { AdminEntry } from '../../../shared/domain/audit-entry.ts';
import type { LogRetention } from '../../../shared/domain/retention.ts';
import type { Instant } from '../../../shared/domain/instant.ts';

const DAY_MILLISECONDS = 24 * 60 * 60_000;

const userOf = (entry: LogEntry): number | undefined => (entry.kind === 'checkin' ? entry.userId : entry.target.userId);

const withoutDetails = ({ reason, before, after, ...entry }: AdminEntry): AdminEntry =>
  reason === undefined && !before && !after ? entry : { ...entry, changed: Object.keys({ ...before, ...after }) };

/** The activity log in memory. */
export const makeInMemoryActivityLog = (
  { checkinLogDays, adminLogDays }: LogRetention = { checkinLogDays: 90, adminLogDays: 400 },
  now: () => Instant = Date.now,
): ActivityLog => {
  let entries: LogEntry[] = [];

  const isOver = ({ kind, receivedAt }: LogEntry): boolean =>
    receivedAt + (kind === 'checkin' ? checkinLogDays : adminLogDays) * DAY_MILLISECONDS <= now();

  const list = (
    isWanted: (entry: LogEntry) => boolean,
    { from = -Infinity, until = Infinity }: LogRange,
    { limit, next = '0' }: LogPageRequest,
  ): LogPage => {
    const found = entries
      .filter((entry) => isWanted(entry) && !isOver(entry) && entry.receivedAt >= from && entry.receivedAt < until)
      .toSorted((one, other) => other.receivedAt - one.receivedAt);
    const end = Number(next) + limit;
    return { entries: found.slice(Number(next), end), ...(found.length > end && { next: String(end) }), reads: 1 };
  };

  return {
    keepsCheckins: checkinLogDays > 0,
    recordCheckins: async (added) => {
      if (checkinLogDays === 0) return;
      const requestIds = new Set(added.map(({ requestId }) => requestId));
      const others = entries.filter((one) => one.kind !== 'checkin' || !requestIds.has(one.requestId));
      entries = [...others, ...added];
    },
    recordAdmin: async (entry) => {
      entries = [...entries, entry];
    },
    listByCompany: async (companyId, range, page) => list((entry) => entry.companyId === companyId, range, page),
    listByUser: async ({ companyId, userId }, range, page) =>
      list((entry) => entry.companyId === companyId && userOf(entry) === userId, range, page),
    erase: async ({ companyId, userId }) => {
      const isOfUser = (entry: LogEntry) =>
        entry.kind === 'checkin' && entry.companyId === companyId && entry.userId === userId;
      const count = entries.filter(isOfUser).length;
      const isAbout = (entry: LogEntry) =>
        entry.kind === 'admin' && entry.companyId === companyId && entry.target.userId === userId;
      entries = entries
        .filter((entry) => !isOfUser(entry))
        .map((entry) => (isAbout(entry) ? withoutDetails(entry as AdminEntry) : entry));
      return count;
    },
  };
};
