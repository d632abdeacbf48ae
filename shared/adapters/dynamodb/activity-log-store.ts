import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ActivityLog, LogEntry, LogPage, LogPageRequest, LogRange } from '../../domain/activity-log.ts';
import type { LogRetention } from '../../domain/retention.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { makeAuditLog, withDetails, type AuditTables } from './audit-log.ts';
import { makeCheckinLog, shards } from './checkin-log.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import type { Database } from './database.ts';
import { makeEraseEntries } from './erase-entries.ts';
import { companyDay, companyUser, DAY_MILLISECONDS, dayOf, type Item } from './log-item.ts';

export interface LogTables extends AuditTables {
  readonly checkinLog: string;
}

/** A page reads 1 day, then 2, 4, 8 and 16 days in parallel, until it is full. The next page continues after them. */
const MAX_DAYS_PER_PAGE = 31;

/** `2026-11-21T08:00:00.000Z` */
const MOMENT_LENGTH = 24;

/** A partition of a table or of its index, and the range of sort keys to read, ends included. */
interface Section {
  readonly table: string;
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

const toEntry = (item: Item): LogEntry => {
  const { companyUser: _, companyDay: __, entry: ___, [TIME_TO_LIVE_ATTRIBUTE]: ____, changed, ...entry } = item;
  return { ...entry, ...(changed !== undefined && { changed }) } as unknown as LogEntry;
};

interface Found {
  readonly items: readonly Item[];
  /** The last key that was read, if there may be more. */
  readonly readUntil?: string | undefined;
}

/**
 * @param found two entries more than the page holds: the last one of the previous page, and one that shows whether more follow.
 */
const cutPage = (found: Found, { limit, next }: LogPageRequest, reads: number): LogPage => {
  const items = found.items.filter(({ entry }) => entry !== next);
  const shown = items.slice(0, limit);
  const position = items.length > limit ? (shown.at(-1)?.['entry'] as string) : found.readUntil;
  return { entries: shown.map(toEntry), ...(position !== undefined && { next: position }), reads };
};

const newestFirst = (one: Item, other: Item): number => (String(one['entry']) < String(other['entry']) ? 1 : -1);

/** Merges sections of the same range. What is older than the last key that one of them has read may be incomplete. */
const merge = (sections: readonly Found[]): Found => {
  const ends = sections.flatMap(({ readUntil }) => (readUntil === undefined ? [] : [readUntil]));
  const readUntil = ends.length > 0 ? ends.reduce((one, other) => (one > other ? one : other)) : undefined;
  const items = sections.flatMap((section) => section.items).toSorted(newestFirst);
  return { items: items.filter(({ entry }) => readUntil === undefined || String(entry) >= readUntil), readUntil };
};

/** @param now the clock for omitting expired entries, which DynamoDB may delete days late */
export const makeActivityLogStore = (
  database: Database,
  tables: LogTables,
  { checkinLogDays, adminLogDays }: LogRetention,
  now: () => Instant = Date.now,
): ActivityLog => {
  /** The newest entries of a partition, at most `limit`, in one call: fewer if some have expired. */
  const readSection = async ({ table, index, partition, from, until }: Section, limit: number): Promise<Found> => {
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

  const read = async (sections: readonly Section[], limit: number): Promise<Found> =>
    merge(await Promise.all(sections.map((section) => readSection(section, limit))));

  /** The partitions of the indexes that hold a day. */
  const partitionsOf = (companyId: string, day: number) => [
    { table: tables.auditLog, partition: companyDay(companyId, day) },
    ...shards.map((shard) => ({ table: tables.checkinLog, partition: companyDay(companyId, day, shard) })),
  ];

  const toPage = async (found: Found, page: LogPageRequest, reads: number): Promise<LogPage> =>
    cutPage({ ...found, items: await withDetails(database, tables, found.items) }, page, reads);

  return {
    ...makeCheckinLog({ withSignal: () => database }, tables.checkinLog, checkinLogDays),
    ...makeAuditLog(database, tables, adminLogDays),
    erase: makeEraseEntries(database, tables),

    async listByUser({ companyId, userId }, range, page) {
      const section = { partition: companyUser(companyId, userId), ...keyRange(range, page.next) };
      const sections = [tables.auditLog, tables.checkinLog].map((table) => ({ table, ...section }));
      return toPage(await read(sections, page.limit + 2), page, 1);
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
        const days = await Promise.all(
          Array.from({ length: count }, (_, index) => partitionsOf(companyId, day - index)).map((partitions) =>
            read(
              partitions.map((partition) => ({ index: 'byCompanyDay' as const, ...partition, ...keys })),
              wanted,
            ),
          ),
        );
        day -= count;
        for (const { items: found, readUntil } of days) {
          items.push(...found);
          if (readUntil !== undefined) return toPage({ items, readUntil }, page, newestDay - day);
        }
      }
      const readUntil = day >= oldestDay ? endOfDay(day) : undefined;
      return toPage({ items, readUntil }, page, newestDay - day);
    },
  };
};
