import { resultOf, type ActivityLog, type LogEntry, type LogPageRequest } from '../../domain/activity-log.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Page } from '../../domain/page.ts';
import { viewLogEntry, type LogEntryView } from './log-entry-view.ts';

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
