import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { Logs, LogEntry, LogPageRequest, LogRange } from '../../domain/logs.ts';
import type { Page } from '../../domain/page.ts';
import type { LogRetention } from '../../domain/retention.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';
import { compareTexts } from '../../rules/plain-values.ts';
import { makeAuditLog, withDetails, type AuditTables } from './audit-log.ts';
import { companyLog, makeCheckinLog } from './checkin-log.ts';
import { readAllItems, type Database, type Item } from './database.ts';
import { makeImportLog, readImportSums, readNewUsers } from './import-log.ts';
import { companyUser } from './join-key.ts';

interface LogTables extends AuditTables {
  readonly checkinLog: string;
}

/** A partition of a table or of its index. */
interface Section {
  /** `companyUser` is the partition key of the tables, `companyLog` that of their indexes. */
  readonly key: 'companyUser' | 'companyLog';
  readonly partition: string;
}

/** START sorts before every key and END after every key, because keys begin with the digits of a year. */
const START = '0';
const END = ':';

/**
 * Returns the oldest and the newest key of a page, both inclusive. The key of an entry is its time and a suffix, so a time alone
 * sorts before all entries of that time: as `oldest` it includes them, and as `newest` it excludes them.
 * @param next the key at which the previous page ended
 */
const keyRange = ({ from, until }: LogRange, next: string | undefined): { oldest: string; newest: string } => {
  const oldest = from === undefined ? START : formatDateTime(from);
  const end = until === undefined ? END : formatDateTime(until);
  return { oldest, newest: next !== undefined && next < end ? next : end };
};

/** The attributes of an item that are not part of its entry. */
const itemOnly = new Set(['companyUser', 'companyLog', 'entry', 'hasDetails', 'restored', 'expiresAtSeconds']);

const toEntry = (item: Item): LogEntry =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !itemOnly.has(name))) as unknown as LogEntry;

interface Found {
  readonly items: readonly Item[];
  /** The last key that was read; absent if all keys were read. */
  readonly readUntil?: string | undefined;
}

/** Cuts a page from what was read, which can begin with the last entry of the previous page and end with entries of the next. */
const cutPage = (found: Found, { limit, next }: LogPageRequest): Page<Item> => {
  const items = found.items.filter(({ entry }) => entry !== next);
  if (items.length <= limit) return { items, next: found.readUntil };
  const page = items.slice(0, limit);
  return { items: page, next: page.at(-1)?.['entry'] as string };
};

const newestFirst = (one: Item, other: Item): number => (String(one['entry']) < String(other['entry']) ? 1 : -1);

/** Merges entries of one range, newest first, down to the key that every part has reached. Older ones might be missing. */
const merge = (parts: readonly Found[]): Found => {
  const ends = parts.map((part) => part.readUntil).filter((end) => end !== undefined);
  const readUntil = ends.toSorted(compareTexts).at(-1);
  const items = parts.flatMap((part) => part.items).toSorted(newestFirst);
  return { items: items.filter(({ entry }) => readUntil === undefined || String(entry) >= readUntil), readUntil };
};

type LogTable = 'auditLog' | 'checkinLog';

const tablesOf = ({ kind, result, reader, isAboutMember, importId }: LogRange): readonly LogTable[] => {
  // A `result` is the code of a check-in or an action. Only actions, such as `clients.create`, contain a dot.
  const isAction = result?.includes('.');
  const hasCheckins = kind !== 'admin' && !isAboutMember && importId === undefined && !isAction;
  const hasActions = kind !== 'checkin' && reader === undefined && (result === undefined || isAction);
  return [...(hasActions ? (['auditLog'] as const) : []), ...(hasCheckins ? (['checkinLog'] as const) : [])];
};

interface Filter {
  readonly names: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly conditions: readonly string[];
}

/** @param paths the required values by document path; undefined values are not compared */
const matching = (paths: Readonly<Record<string, string | undefined>>): Filter => {
  const given = Object.entries(paths).filter(([, value]) => value !== undefined);
  return {
    names: Object.fromEntries(given.flatMap(([path]) => path.split('.').map((part) => [`#${part}`, part]))),
    values: Object.fromEntries(given.map(([, value], index) => [`:equal${index}`, value])),
    conditions: given.map(([path], index) => `#${path.replaceAll('.', '.#')} = :equal${index}`),
  };
};

const ABOUT_MEMBERS: Filter = {
  names: { '#action': 'action' },
  values: { ':members': 'members.' },
  conditions: ['begins_with(#action, :members)'],
};

const both = (one: Filter, other: Filter): Filter => ({
  names: { ...one.names, ...other.names },
  values: { ...one.values, ...other.values },
  conditions: [...one.conditions, ...other.conditions],
});

/** Leaves out entries of single people in an import, because the entry of the import summarises them. */
const WITHOUT_PARTS_OF_IMPORTS: Filter = {
  names: { '#target': 'target' },
  conditions: ['(attribute_not_exists(#target.importId) OR attribute_not_exists(#target.userId))'],
};

/**
 * The list of one user and filtered lists also show the entries of single people in an import.
 * @param ofUser whether the entries of one user are listed
 */
const filterOf = (table: LogTable, range: LogRange, ofUser: boolean): Filter => {
  const { clientId, reader, result, isAboutMember, importId } = range;
  if (table === 'checkinLog') return matching({ clientId, reader, code: result });
  const filter = matching({ 'target.clientId': clientId, action: result, 'target.importId': importId });
  if (isAboutMember) return both(filter, ABOUT_MEMBERS);
  return ofUser || filter.conditions.length > 0 ? filter : WITHOUT_PARTS_OF_IMPORTS;
};

/**
 * Two more than a page holds: the last entry of the previous page, and one that shows whether there is a next page. With a filter,
 * which leaves out some of the entries that are read, at least `atOnce`.
 */
const entriesToRead = ({ limit, atOnce = 0 }: LogPageRequest, { conditions }: Filter): number =>
  conditions.length > 0 ? Math.max(atOnce, limit + 2) : limit + 2;

const DELETES_AT_ONCE = 25;

export const makeEraseEntries = (
  database: Database,
  { checkinLog, auditDetails }: Readonly<Record<'checkinLog' | 'auditDetails', string>>,
): Logs['erase'] => {
  const removeAll = async (table: string, partition: string, end: string): Promise<number> => {
    const items = await readAllItems(database, QueryCommand, {
      TableName: table,
      KeyConditionExpression: 'companyUser = :companyUser AND entry < :end',
      ProjectionExpression: 'companyUser, entry',
      ExpressionAttributeValues: { ':companyUser': partition, ':end': end },
      ConsistentRead: true,
    });
    const remove = (Key: Item) => database.send(new DeleteCommand({ TableName: table, Key }));
    await pMap(items, remove, { concurrency: DELETES_AT_ONCE });
    return items.length;
  };

  return async (user, until) => {
    const partition = companyUser(user);
    // `until` is inclusive.
    const end = until === undefined ? END : formatDateTime(until + 1);
    const [checkins] = await Promise.all([
      removeAll(checkinLog, partition, end),
      removeAll(auditDetails, partition, end),
    ]);
    return checkins;
  };
};

const READS_AT_ONCE = 25;

/** @param now returns the current time, to omit expired entries, which DynamoDB can delete days late */
export const makeLogStore = (
  database: Database,
  tables: LogTables,
  { checkinLogDays, adminLogDays }: LogRetention,
  now: () => Instant = Date.now,
): Logs => {
  /** Reads the newest entries of a section in one call; fewer than a page holds if some have expired. */
  const readSection = async (
    table: LogTable,
    { key, partition }: Section,
    range: LogRange,
    page: LogPageRequest,
  ): Promise<Found> => {
    const { oldest, newest } = keyRange(range, page.next);
    const filter = filterOf(table, range, key === 'companyUser');
    // DynamoDB rejects an empty range.
    if (oldest > newest) return { items: [] };
    const found = await database.send(
      new QueryCommand({
        TableName: tables[table],
        IndexName: key === 'companyLog' ? 'byCompany' : undefined,
        KeyConditionExpression: `${key} = :partition AND entry BETWEEN :oldest AND :newest`,
        FilterExpression: ['expiresAtSeconds > :now', ...filter.conditions].join(' AND '),
        // DynamoDB rejects an empty object.
        ...(Object.keys(filter.names).length > 0 && { ExpressionAttributeNames: filter.names }),
        ExpressionAttributeValues: {
          ':partition': partition,
          ':oldest': oldest,
          ':newest': newest,
          ':now': Math.floor(now() / 1000),
          ...filter.values,
        },
        ScanIndexForward: false,
        Limit: entriesToRead(page, filter),
      }),
    );
    return { items: found.Items ?? [], readUntil: found.LastEvaluatedKey?.['entry'] as string | undefined };
  };

  const readPage = async (section: Section, range: LogRange, page: LogPageRequest): Promise<Page<LogEntry>> => {
    const read = (table: LogTable) => readSection(table, section, range, page);
    const found = merge(await Promise.all(tablesOf(range).map(read)));
    const cut = cutPage(found, page);
    return { ...cut, items: (await withDetails(database, tables, cut.items, now())).map(toEntry) };
  };

  return {
    // Entries that are written here share the signal of `database`.
    ...makeCheckinLog({ withSignal: () => database }, tables.checkinLog, checkinLogDays),
    ...makeAuditLog(database, tables, adminLogDays),
    ...makeImportLog(database, tables, adminLogDays),
    erase: makeEraseEntries(database, tables),

    listByUser: (user, range, page) => readPage({ key: 'companyUser', partition: companyUser(user) }, range, page),
    listByCompany: (companyId, range, page) =>
      readPage({ key: 'companyLog', partition: companyLog(companyId) }, range, page),

    listNewUsers: (ref, next) => readNewUsers(database, tables, ref, next),

    findImports: async (companyId, importIds) => {
      const read = (importId: string) => readImportSums(database, tables, { companyId, importId });
      const found = await pMap(importIds, read, { concurrency: READS_AT_ONCE });
      return new Map(importIds.flatMap((id, index) => (found[index] ? [[id, found[index]]] : [])));
    },
  };
};
