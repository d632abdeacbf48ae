import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type {
  ActivityLog,
  CheckinLog,
  LogEntry,
  LogPage,
  LogPageRequest,
  LogRange,
} from '../../domain/activity-log.ts';
import type { LogRetention } from '../../domain/retention.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import type { Database, DatabaseConnection } from './database.ts';
import { joinKey } from './join-key.ts';
import { readPages } from './read-pages.ts';

type Item = Record<string, unknown>;

const DAY_MILLISECONDS = 24 * 60 * 60_000;
const DELETES_AT_ONCE = 25;
/** A page reads 1 day, then 2, 4, 8 and 16 days in parallel, until it is full. The next page continues after them. */
const MAX_DAYS_PER_PAGE = 31;

const dayOf = (instant: Instant): number => Math.floor(instant / DAY_MILLISECONDS);

const companyUser = (companyId: string, userId: number | undefined): string => joinKey(companyId, userId ?? '');
const companyDay = (companyId: string, day: number): string =>
  joinKey(companyId, formatDateTime(day * DAY_MILLISECONDS).slice(0, 10));

/** RFC 3339 in UTC has the same length for every moment of receipt, so the keys sort by time. */
const entryKey = (receivedAt: Instant, requestId: string): string => joinKey(formatDateTime(receivedAt), requestId);

const userOf = (entry: LogEntry): number | undefined => (entry.kind === 'checkin' ? entry.userId : entry.target.userId);

const toItem = (entry: LogEntry, requestId: string, days: number): Item => ({
  ...entry,
  companyUser: companyUser(entry.companyId, userOf(entry)),
  companyDay: companyDay(entry.companyId, dayOf(entry.receivedAt)),
  entry: entryKey(entry.receivedAt, requestId),
  expiresAtSeconds: Math.ceil((entry.receivedAt + days * DAY_MILLISECONDS) / 1000),
});

const toEntry = (item: Item): LogEntry => {
  const { companyUser: _, companyDay: __, entry: ___, expiresAtSeconds, ...entry } = item;
  return entry as unknown as LogEntry;
};

/** `2026-11-21T08:00:00.000Z` */
const MOMENT_LENGTH = 24;

/** A partition of the table or of its index, and the range of sort keys to read, ends included. */
interface Section {
  readonly index?: 'byCompanyDay';
  readonly partition: string;
  readonly from: string;
  readonly until: string;
}

/** These sort before and after every key, because keys begin with the digits of a year. */
const START = '0';
const END = ':';

/**
 * A key is a moment and a suffix. A moment alone sorts before the entries received at it, so as an upper end it excludes them.
 */
const keyRange = ({ from, until }: LogRange, next: string | undefined): Pick<Section, 'from' | 'until'> => {
  const end = until === undefined ? END : formatDateTime(until);
  return {
    from: from === undefined ? START : formatDateTime(from),
    until: next !== undefined && next < end ? next : end,
  };
};

/** After every key of the day. */
const endOfDay = (day: number): string => formatDateTime((day + 1) * DAY_MILLISECONDS - 1) + END;

interface Found {
  readonly items: readonly Item[];
  /** The last key that was read, if there may be more. */
  readonly readUntil?: string | undefined;
}

/**
 * @param found two entries more than the page holds: the last one of the previous page, and one that shows whether more follow.
 */
const toPage = (found: Found, { limit, next }: LogPageRequest, calls: number): LogPage => {
  const items = found.items.filter(({ entry }) => entry !== next);
  const shown = items.slice(0, limit);
  const position = items.length > limit ? (shown.at(-1)?.['entry'] as string) : found.readUntil;
  return { entries: shown.map(toEntry), ...(position !== undefined && { next: position }), calls };
};

const put = async (database: Database, table: string, item: Item): Promise<void> => {
  await database.send(new PutCommand({ TableName: table, Item: item }));
};

/** For functions that only record check-ins. */
export const makeCheckinLog = (
  connection: Pick<DatabaseConnection, 'withSignal'>,
  table: string,
  checkinLogDays: number,
): CheckinLog => ({
  keepsCheckins: checkinLogDays > 0,
  async recordCheckins(entries, signal) {
    if (checkinLogDays === 0) return;
    const database = connection.withSignal(signal);
    await Promise.all(entries.map((entry) => put(database, table, toItem(entry, entry.requestId, checkinLogDays))));
  },
});

/** @param now the clock for omitting expired entries, which DynamoDB may delete days late */
export const makeActivityLogStore = (
  database: Database,
  table: string,
  { checkinLogDays, adminLogDays }: LogRetention,
  now: () => Instant = Date.now,
): ActivityLog => {
  /** The newest entries of a partition, at most `limit`, in one call: fewer if some have expired. */
  const read = async ({ index, partition, from, until }: Section, limit: number): Promise<Found> => {
    // DynamoDB refuses such a range.
    if (from > until) return { items: [] };
    const page = await database.send(
      new QueryCommand({
        TableName: table,
        ...(index && { IndexName: index }),
        KeyConditionExpression: `${index ? 'companyDay' : 'companyUser'} = :partition AND entry BETWEEN :from AND :until`,
        FilterExpression: 'expiresAtSeconds > :now',
        ExpressionAttributeValues: {
          ':partition': partition,
          ':from': from,
          ':until': until,
          ':now': Math.floor(now() / 1000),
        },
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    return { items: page.Items ?? [], readUntil: page.LastEvaluatedKey?.['entry'] as string | undefined };
  };

  return {
    ...makeCheckinLog({ withSignal: () => database }, table, checkinLogDays),
    recordAdmin: (entry) => put(database, table, toItem(entry, randomUUID(), adminLogDays)),

    async listByUser({ companyId, userId }, range, page) {
      const section = { partition: companyUser(companyId, userId), ...keyRange(range, page.next) };
      return toPage(await read(section, page.limit + 2), page, 1);
    },

    async listByCompany(companyId, range, page) {
      const keys = keyRange(range, page.next);
      const wanted = page.limit + 2;
      const lastMoment = page.next === undefined ? Infinity : Date.parse(page.next.slice(0, MOMENT_LENGTH));
      // No entry is newer than now.
      const newestDay = dayOf(Math.min(range.until ?? Infinity, lastMoment, now()));
      const oldestDay = dayOf(range.from);
      const lastDay = Math.max(oldestDay, newestDay - MAX_DAYS_PER_PAGE + 1);
      const items: Item[] = [];
      let day = newestDay;
      for (let daysAtOnce = 1; day >= lastDay && items.length < wanted; daysAtOnce *= 2) {
        const count = Math.min(daysAtOnce, day - lastDay + 1);
        const sections = Array.from({ length: count }, (_, index) => ({
          index: 'byCompanyDay' as const,
          partition: companyDay(companyId, day - index),
          ...keys,
        }));
        const days = await Promise.all(sections.map((section) => read(section, wanted)));
        day -= count;
        for (const { items: found, readUntil } of days) {
          items.push(...found);
          if (readUntil !== undefined) return toPage({ items, readUntil }, page, newestDay - day);
        }
      }
      const readUntil = day >= oldestDay ? endOfDay(day) : undefined;
      return toPage({ items, readUntil }, page, newestDay - day);
    },

    async removeCheckins({ companyId, userId }) {
      const entries = await readPages(database, QueryCommand, {
        TableName: table,
        KeyConditionExpression: 'companyUser = :companyUser',
        FilterExpression: 'kind = :checkin',
        ProjectionExpression: 'companyUser, entry',
        ExpressionAttributeValues: { ':companyUser': companyUser(companyId, userId), ':checkin': 'checkin' },
        ConsistentRead: true,
      });
      const remove = (Key: Item) => database.send(new DeleteCommand({ TableName: table, Key }));
      await pMap(entries, remove, { concurrency: DELETES_AT_ONCE });
      return entries.length;
    },
  };
};
