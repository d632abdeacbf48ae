import {
  resultOf,
  type ActivityLog,
  type LogEntry,
  type LogPage,
  type LogPageRequest,
} from '../../domain/activity-log.ts';
import type { Instant } from '../../domain/instant.ts';
import { viewLogEntry, type LogEntryView } from './log-entry-view.ts';

/** A query of a company's log. */
export interface LogQuery {
  readonly companyId: string;
  /** Only entries about this user. */
  readonly userId?: number | undefined;
  /** Only requests of this API client, and changes of it. */
  readonly clientId?: string | undefined;
  /** Only entries with this `code` of a check-in or `action` of an administrator. */
  readonly result?: string | undefined;
  /** Only entries of this kind. */
  readonly kind?: LogEntry['kind'];
  /** Received at this moment or later. Default: the last {@link DEFAULT_DAYS} days. */
  readonly from?: Instant | undefined;
  /** Received before this moment. */
  readonly until?: Instant | undefined;
  /** The greatest number of entries. */
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly next?: string | undefined;
}

export interface LogListPage {
  readonly items: readonly LogEntryView[];
  /** The position of the next page; absent at the end. A short or empty page can have one. */
  readonly next?: string | undefined;
}

/** The default retention of administrative entries. */
const DEFAULT_DAYS = 400;
const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** A page that has taken this many reads ends, full or not. */
const MAX_READS_PER_PAGE = 31;

const isOfClient = (entry: LogEntry, clientId: string): boolean =>
  entry.kind === 'checkin' ? entry.clientId === clientId : entry.target['clientId'] === clientId;

const makeLogFilter =
  ({ clientId, result, kind }: LogQuery) =>
  (entry: LogEntry): boolean =>
    (kind === undefined || entry.kind === kind) &&
    (clientId === undefined || isOfClient(entry, clientId)) &&
    (result === undefined || resultOf(entry) === result);

const readPage = (
  log: ActivityLog,
  { companyId, userId, from, until }: LogQuery,
  now: Instant,
  page: LogPageRequest,
): Promise<LogPage> =>
  userId === undefined
    ? log.listByCompany(companyId, { from: from ?? now - DEFAULT_DAYS * DAY_MILLISECONDS, until }, page)
    : log.listByUser({ companyId, userId }, { from, until }, page);

/**
 * One page of a company's log, newest first. It takes at most {@link MAX_READS_PER_PAGE} reads, or fewer than twice as many if
 * there is a filter or entries have expired.
 */
export const listLog = async (log: ActivityLog, query: LogQuery, now: Instant): Promise<LogListPage> => {
  const matchesFilter = makeLogFilter(query);
  const items: LogEntryView[] = [];
  let { next } = query;
  let reads = 0;
  do {
    const page = await readPage(log, query, now, { limit: query.limit - items.length, next });
    items.push(...page.entries.filter(matchesFilter).map(viewLogEntry));
    ({ next } = page);
    reads += page.reads;
  } while (next !== undefined && items.length < query.limit && reads < MAX_READS_PER_PAGE);
  return { items, next };
};
