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
  /** Received at this moment or later. */
  readonly from?: Instant | undefined;
  /** Received before this moment. */
  readonly until?: Instant | undefined;
  /** The maximum number of entries. */
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly next?: string | undefined;
}

export interface LogListPage {
  readonly items: readonly LogEntryView[];
  /** The position of the next page; absent at the end. A short or empty page can have one. */
  readonly next?: string | undefined;
}

/** A page that has taken this many reads ends, full or not: with a filter, few entries may match. */
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
): Promise<LogPage> =>
  userId === undefined ? log.listByCompany(companyId, range, page) : log.listByUser({ companyId, userId }, range, page);

/** One page of a company's log, newest first. */
export const listLog = async (log: ActivityLog, query: LogQuery): Promise<LogListPage> => {
  const matchesFilter = makeLogFilter(query);
  const items: LogEntryView[] = [];
  let { next } = query;
  let reads = 0;
  do {
    const page = await readPage(log, query, { limit: query.limit - items.length, next });
    items.push(...page.entries.filter(matchesFilter).map(viewLogEntry));
    ({ next } = page);
    reads += 1;
  } while (next !== undefined && items.length < query.limit && reads < MAX_READS_PER_PAGE);
  return { items, next };
};
