import { viewBooking } from '../bookings/view-booking.ts';
import type { Logs, CheckinEntry, LogEntry, LoggedBooking, LogPageRequest, LogRange } from '../../domain/logs.ts';
import type { AuditEntry, ImportSums } from '../../domain/audit-entry.ts';
import { defined } from '../../rules/plain-values.ts';
import { formatDateTime } from '../../domain/instant.ts';
import { isErased, presentUser, type UserState, type UserStore } from '../../domain/user.ts';
import type { Page } from '../../domain/page.ts';

const viewLogged = (booking: LoggedBooking) =>
  'noShowAt' in booking ? { ...viewBooking(booking), result: booking.result } : booking;

const viewImport = ({ isUnfinished, lastAt, ...counts }: ImportSums) => ({
  ...counts,
  lastAt: formatDateTime(lastAt),
  ...(isUnfinished && { unfinished: true as const }),
});

const viewAction = ({ companyId: _, receivedAt, ...action }: AuditEntry) => ({
  ...action,
  receivedAt: formatDateTime(receivedAt),
});

const viewCheckin = ({ companyId: _, receivedAt, at, bookings, ...request }: CheckinEntry) => ({
  ...request,
  receivedAt: formatDateTime(receivedAt),
  at: formatDateTime(at),
  bookings: bookings.map(viewLogged),
});

interface Joined {
  /** The current name of the user. The log stores no names, so that it does not keep those of removed users. */
  readonly userName?: string;
  /** How an import went so far, with all its parts. */
  readonly import?: ReturnType<typeof viewImport>;
}

export type AdminEntryView = ReturnType<typeof viewAction> & Joined;
export type CheckinEntryView = ReturnType<typeof viewCheckin> & Joined;
export type LogEntryView = CheckinEntryView | AdminEntryView;

/** An entry as the CLI and the console show it; times in RFC 3339, UTC. */
export const viewLogEntry = (entry: LogEntry): LogEntryView =>
  entry.kind === 'admin' ? viewAction(entry) : viewCheckin(entry);

const userOf = (entry: LogEntry): number | undefined => (entry.kind === 'checkin' ? entry.userId : entry.target.userId);

/**
 * Hides data about people who have since been removed: their check-ins, and the reasons and values in other entries.
 * @returns undefined if the whole entry must be hidden
 */
export const hideErased = (entry: LogEntry, state: UserState | undefined): LogEntry | undefined => {
  if (!isErased(state, entry.receivedAt)) return entry;
  if (entry.kind === 'checkin') return undefined;
  const { reason: _, fileName: __, before: ___, after: ____, ...rest } = entry;
  return rest;
};

/** The id of the import that an entry summarises; undefined for all other entries, including those of single people in an import. */
const importIdOf = (entry: LogEntry): string | undefined =>
  entry.kind === 'admin' && entry.target.userId === undefined
    ? (entry.target['importId'] as string | undefined)
    : undefined;

export interface LogStores {
  readonly log: Logs;
  readonly users: Pick<UserStore, 'findStates'>;
}

/** Reads each user and each import of the entries once. */
const view = async (
  { log, users }: LogStores,
  companyId: string,
  entries: readonly LogEntry[],
): Promise<LogEntryView[]> => {
  const userIds = [...new Set(entries.map(userOf).filter((id) => id !== undefined))];
  const importIds = [...new Set(entries.map(importIdOf).filter((id) => id !== undefined))];
  // The maps take undefined, because some entries have no user or no import.
  const [states, imports]: [ReadonlyMap<number | undefined, UserState>, ReadonlyMap<string | undefined, ImportSums>] =
    await Promise.all([users.findStates(companyId, userIds), log.findImports(companyId, importIds)]);
  return entries.flatMap((entry) => {
    const state = states.get(userOf(entry));
    const shown = hideErased(entry, state);
    if (!shown) return [];
    const user = isErased(state, entry.receivedAt) ? undefined : presentUser(state);
    const sums = imports.get(importIdOf(entry));
    return [defined({ ...viewLogEntry(shown), userName: user?.name, import: sums && viewImport(sums) })];
  });
};

export interface LogQuery extends LogRange {
  readonly companyId: string;
  readonly userId?: number | undefined;
  /** Leaves out the other entries. */
  readonly isShown?: ((entry: LogEntryView) => boolean) | undefined;
  readonly limit: number;
  readonly next?: string | undefined;
}

/** With a filter, few entries might match, so a page ends after this many reads. */
const MAX_READS_PER_PAGE = 16;

/** As many entries as the 1 MB of a response usually holds. */
const ENTRIES_PER_FILTERED_READ = 1_000;

const readPage = (
  log: Logs,
  { companyId, userId, isShown: _, ...range }: LogQuery,
  page: LogPageRequest,
): Promise<Page<LogEntry>> =>
  userId === undefined ? log.listByCompany(companyId, range, page) : log.listByUser({ companyId, userId }, range, page);

/** Lists entries, newest first. */
export const listLog = async (stores: LogStores, query: LogQuery): Promise<Page<LogEntryView>> => {
  const { companyId, clientId, reader, result, isAboutMember, importId, isShown = () => true, limit } = query;
  const isFiltered = [clientId, reader, result, isAboutMember, importId].some((filter) => filter !== undefined);
  const items: LogEntryView[] = [];
  let { next } = query;
  let reads = 0;
  do {
    // After a first read, entries are missing on the page: those that are hidden, or that `isShown` leaves out.
    const atOnce = isFiltered || reads > 0 ? { atOnce: ENTRIES_PER_FILTERED_READ } : {};
    const page = await readPage(stores.log, query, { limit: limit - items.length, next, ...atOnce });
    items.push(...(await view(stores, companyId, page.items)).filter(isShown));
    ({ next } = page);
    reads += 1;
  } while (next !== undefined && items.length < limit && reads < MAX_READS_PER_PAGE);
  return { items, next };
};
