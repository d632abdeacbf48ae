import { viewBooking } from '../bookings/view-booking.ts';
import { findUsersById } from '../users/find-users.ts';
import {
  resultOf,
  type CheckinEntry,
  type LogEntry,
  type LoggedBooking,
  type ActivityLog,
  type LogPageRequest,
} from '../../domain/activity-log.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { defined } from '../../domain/defined.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import type { UserStore } from '../../domain/user.ts';
import type { Page } from '../../domain/page.ts';

const viewLogged = (booking: LoggedBooking) =>
  'noShowAt' in booking ? { ...viewBooking(booking), result: booking.result } : booking;

const viewAction = ({ companyId: _, receivedAt, ...action }: AdminEntry) => ({
  ...action,
  receivedAt: formatDateTime(receivedAt),
});

const viewCheckin = ({ companyId: _, receivedAt, at, bookings, ...request }: CheckinEntry) => ({
  ...request,
  receivedAt: formatDateTime(receivedAt),
  at: formatDateTime(at),
  bookings: bookings.map(viewLogged),
});

export type AdminEntryView = ReturnType<typeof viewAction>;
export type CheckinEntryView = ReturnType<typeof viewCheckin>;
export type LogEntryView = CheckinEntryView | AdminEntryView;

/** An entry as the CLI and the console show it; times in RFC 3339, UTC. */
export const viewLogEntry = (entry: LogEntry): LogEntryView =>
  entry.kind === 'admin' ? viewAction(entry) : viewCheckin(entry);

const userOf = (entry: LogEntryView): number | undefined =>
  entry.kind === 'checkin' ? entry.userId : entry.target.userId;

/** Adds the users' current names to log entries. The log stores no names, so that it does not keep those of removed users. */
export const joinNames = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  entries: readonly LogEntryView[],
): Promise<(LogEntryView & { readonly userName?: string })[]> => {
  const ids = entries.map(userOf).filter((id) => id !== undefined);
  const found = await findUsersById(users, companyId, ids);
  return entries.map((entry) => defined({ ...entry, userName: found.get(userOf(entry) as number)?.name }));
};

export interface LogQuery {
  readonly companyId: string;
  readonly userId?: number | undefined;
  /** Selects requests by this API client, and changes to the client. */
  readonly clientId?: string | undefined;
  /** The `code` of a check-in or the `action` of an administrative entry. */
  readonly result?: string | undefined;
  readonly kind?: LogEntry['kind'];
  /** Earliest time of receipt, inclusive. */
  readonly from?: Instant | undefined;
  /** Latest time of receipt, exclusive. */
  readonly until?: Instant | undefined;
  readonly limit: number;
  readonly next?: string | undefined;
}

/** With a filter, few entries might match, so a page ends after this many reads. */
const MAX_READS_PER_PAGE = 16;

const isOfClient = (entry: LogEntry, clientId: string): boolean =>
  entry.kind === 'checkin' ? entry.clientId === clientId : entry.target['clientId'] === clientId;

const makeLogFilter =
  ({ clientId, result }: LogQuery) =>
  (entry: LogEntry): boolean =>
    (clientId === undefined || isOfClient(entry, clientId)) && (result === undefined || resultOf(entry) === result);

const readPage = (
  log: ActivityLog,
  { companyId, userId, ...range }: LogQuery,
  page: LogPageRequest,
): Promise<Page<LogEntry>> =>
  userId === undefined ? log.listByCompany(companyId, range, page) : log.listByUser({ companyId, userId }, range, page);

/** Lists entries, newest first. */
export const listLog = async (log: ActivityLog, query: LogQuery): Promise<Page<LogEntryView>> => {
  const matchesFilter = makeLogFilter(query);
  const items: LogEntryView[] = [];
  let { next } = query;
  let reads = 0;
  do {
    const page = await readPage(log, query, { limit: query.limit - items.length, next });
    items.push(...page.items.filter(matchesFilter).map(viewLogEntry));
    ({ next } = page);
    reads += 1;
  } while (next !== undefined && items.length < query.limit && reads < MAX_READS_PER_PAGE);
  return { items, next };
};
