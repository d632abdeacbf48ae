import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { joinKey } from '../../shared/adapters/dynamodb/join-key.ts';
import type { ActivityLog, CheckinEntry, LogEntry } from '../../shared/domain/activity-log.ts';
import type { AdminEntry } from '../../shared/domain/audit-entry.ts';
import type { LogRetention } from '../../shared/domain/retention.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { listLog, type LogQuery } from '../../shared/use-cases/log/list-log.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { makeMemoryDatabase } from '../support/memory-database/memory-database.ts';
import { openDatabase } from '../support/open-database.ts';

const db = await openDatabase();
afterAll(() => db.close());

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 21, 8);
const retention: LogRetention = { checkinLogDays: 90, adminLogDays: 400 };

const aCheckin = (companyId: string, changes: Partial<CheckinEntry> = {}): CheckinEntry => ({
  kind: 'checkin',
  companyId,
  receivedAt: now,
  requestId: `request-${changes.receivedAt ?? now}`,
  clientId: 'gate',
  reader: 'Main entrance',
  identifiers: {},
  userId: 1,
  at: now,
  statusCode: 200,
  code: 'checked_in',
  checkinCount: 1,
  bookings: [{ bookingId: 'desk', result: 'checked_in' }],
  ...changes,
});

const anAction = (companyId: string, changes: Partial<AdminEntry> = {}): AdminEntry => ({
  kind: 'admin',
  companyId,
  receivedAt: now,
  actor: { through: 'cli', id: 'ana' },
  action: 'checkins.undo',
  target: { userId: 1, bookingId: 'desk' },
  reason: 'wrong person',
  before: { checkedInAt: now - HOUR },
  ...changes,
});

describe('The activity log', () => {
  const openLog = (changes: Partial<LogRetention> = {}) =>
    makeActivityLogStore(db.database, db.tableNames, { ...retention, ...changes }, () => now);

  const recordAll = async (log: ActivityLog, entries: readonly LogEntry[]): Promise<void> => {
    for (const entry of entries) await (entry.kind === 'admin' ? log.recordAdmin(entry) : log.recordCheckins([entry]));
  };

  /** All entries of a list, and the number of entries on each page. */
  const readAll = async (list: (next: string | undefined) => ReturnType<ActivityLog['listByUser']>) => {
    const entries: LogEntry[] = [];
    const sizes: number[] = [];
    let next: string | undefined;
    do {
      const page = await list(next);
      entries.push(...page.items);
      sizes.push(page.items.length);
      next = page.next;
    } while (next !== undefined);
    return { entries, sizes };
  };

  it('keeps entries as they were recorded, and lists those about a user newest first', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const checkin = aCheckin(companyId, { receivedAt: now - 2 * HOUR });
    const undo = anAction(companyId, { receivedAt: now - HOUR });
    const unknown = aCheckin(companyId, {
      receivedAt: now - 3 * HOUR,
      userId: undefined as never,
      identifiers: { email: 'a@b.example' },
    });
    await recordAll(log, [undo, checkin, unknown, aCheckin(companyId, { userId: 12 }), aCheckin(freshCompanyId())]);
    const { items: entries } = await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 });
    expect(entries).toEqual([undo, checkin]);
  });

  it('lists a company’s entries newest first, even across days without entries', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const { userId: _, ...unknown } = aCheckin(companyId, { receivedAt: now - 20 * DAY, requestId: 'unknown' });
    const entries: LogEntry[] = [
      aCheckin(companyId, { receivedAt: now - 1 }),
      aCheckin(companyId, { receivedAt: now - 9 * HOUR, userId: 2 }),
      anAction(companyId, { receivedAt: now - 3 * DAY, action: 'clients.create', target: { clientId: 'ckc_1' } }),
      unknown,
      aCheckin(companyId, { receivedAt: now - 45 * DAY }),
    ];
    await recordAll(log, entries.toReversed());
    await recordAll(log, [aCheckin(freshCompanyId()), aCheckin(`${companyId}#2026`)]);
    const list = await readAll((next) => log.listByCompany(companyId, { from: now - 50 * DAY }, { limit: 10, next }));
    expect(list.entries).toEqual(entries);
  });

  it('lists the entries from the start of a range, inclusive, to its end, exclusive', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const times = [now - 2 * DAY, now - 2 * DAY + 1, now - 1, now];
    await recordAll(
      log,
      times.map((receivedAt) => aCheckin(companyId, { receivedAt })),
    );
    const range = { from: now - 2 * DAY + 1, until: now };
    const byCompany = await log.listByCompany(companyId, range, { limit: 10 });
    const byUser = await log.listByUser({ companyId, userId: 1 }, range, { limit: 10 });
    expect(byCompany.items.map(({ receivedAt }) => receivedAt)).toEqual([now - 1, now - 2 * DAY + 1]);
    expect(byUser.items).toEqual(byCompany.items);
  });

  it('lists nothing for a range that ends before it begins', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    await recordAll(log, [aCheckin(companyId)]);
    for (const range of [
      { from: now, until: now - HOUR },
      { from: now, until: now - 3 * DAY },
    ]) {
      const byCompany = await log.listByCompany(companyId, range, { limit: 10 });
      const byUser = await log.listByUser({ companyId, userId: 1 }, range, { limit: 10 });
      expect([byCompany, byUser]).toMatchObject([{ items: [] }, { items: [] }]);
    }
  });

  it('lists each entry once, page by page, even if many have the same time', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const times = [now, now, now, now - HOUR, now - DAY, now - 2 * DAY, now - 2 * DAY];
    await recordAll(
      log,
      times.map((receivedAt, index) => aCheckin(companyId, { receivedAt, requestId: `request-${index}` })),
    );
    const byCompany = await readAll((next) =>
      log.listByCompany(companyId, { from: now - 3 * DAY }, { limit: 2, next }),
    );
    const byUser = await readAll((next) => log.listByUser({ companyId, userId: 1 }, {}, { limit: 3, next }));
    expect(byCompany.sizes).toEqual([2, 2, 2, 1]);
    expect(byUser.sizes).toEqual([3, 3, 1]);
    for (const { entries } of [byCompany, byUser]) {
      expect(entries.map(({ receivedAt }) => receivedAt)).toEqual(times);
      expect(new Set(entries.map((entry) => entry.kind === 'checkin' && entry.requestId)).size).toBe(7);
    }
  });

  it('replaces the first entry of a request if the request writes a second one', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const corrected = aCheckin(companyId, { code: 'already_checked_in', checkinCount: 0 });
    await recordAll(log, [aCheckin(companyId), corrected]);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).items).toEqual([corrected]);
  });

  it('lists no expired entries, and applies separate retentions to check-ins and administrative actions with their details', async () => {
    const [log, companyId] = [openLog({ checkinLogDays: 10, adminLogDays: 20 }), freshCompanyId()];
    const kept = [
      aCheckin(companyId, { receivedAt: now - 10 * DAY + 1_000 }),
      anAction(companyId, { receivedAt: now - 20 * DAY + 1_000 }),
    ];
    const expired = [
      aCheckin(companyId, { receivedAt: now - 10 * DAY }),
      anAction(companyId, { receivedAt: now - 20 * DAY }),
    ];
    await recordAll(log, [...kept, ...expired]);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).items).toEqual(kept);
    expect((await log.listByCompany(companyId, { from: now - 30 * DAY }, { limit: 10 })).items).toEqual(kept);
    const timesIn = async (TableName: string) => {
      const ofUser = { TableName, KeyConditionExpression: 'companyUser = :user' };
      const values = { ExpressionAttributeValues: { ':user': joinKey(companyId, 1) } };
      const { Items = [] } = await db.database.send(new QueryCommand({ ...ofUser, ...values }));
      return Items.map(({ receivedAt, expiresAtSeconds }) => ({ receivedAt, expiresAtSeconds }));
    };
    expect(await timesIn(db.tableNames.auditDetails)).toEqual(await timesIn(db.tableNames.auditLog));
  });

  it('records no check-ins if they are kept for 0 days', async () => {
    const [log, companyId] = [openLog({ checkinLogDays: 0 }), freshCompanyId()];
    await recordAll(log, [aCheckin(companyId), anAction(companyId)]);
    expect(log.keepsCheckins).toBe(false);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).items).toEqual([anAction(companyId)]);
  });

  it('erases a user’s check-ins and the details of actions on the user, but no other entries', async () => {
    const [log, companyId] = [openLog(), freshCompanyId()];
    const other = aCheckin(companyId, { userId: 2 });
    const many = Array.from({ length: 30 }, (_, index) => aCheckin(companyId, { requestId: `request-${index}` }));
    await log.recordCheckins(many);
    await recordAll(log, [anAction(companyId), other]);
    expect(await log.erase({ companyId, userId: 1 })).toBe(30);
    expect(await log.erase({ companyId, userId: 1 })).toBe(0);
    const { reason: _, before: __, ...action } = anAction(companyId);
    const erased = { ...action, changed: ['checkedInAt'] };
    const { items: entries } = await log.listByCompany(companyId, { from: now - DAY }, { limit: 10 });
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(expect.arrayContaining([erased, other]));
  });
});

describe('The log of a company', () => {
  const CHECKIN_LOG = 16;
  const AUDIT_LOG = 1;
  const database = makeMemoryDatabase();

  const start = async (receivedAt: readonly number[], checkinLogDays = 400) => {
    const companyId = freshCompanyId();
    let calls = 0;
    const send: typeof database.send = (command: Parameters<typeof database.send>[0]) => {
      calls += 1;
      return database.send(command);
    };
    const makeLog = (days: number) =>
      makeActivityLogStore({ send }, localTableNames, { checkinLogDays: days, adminLogDays: 400 }, () => now);
    const entries = receivedAt.map((time, index) =>
      aCheckin(companyId, { receivedAt: time, requestId: `request-${index}` }),
    );
    if (entries.length > 0) await makeLog(checkinLogDays).recordCheckins(entries);
    const log = makeLog(400);
    /** The entries and calls of each page. */
    return async (query: Partial<LogQuery> = {}) => {
      const pages: { entries: number; calls: number }[] = [];
      let next: string | undefined;
      do {
        calls = 0;
        const page = await listLog(log, { companyId, limit: 50, ...query, next });
        pages.push({ entries: page.items.length, calls });
        ({ next } = page);
      } while (next !== undefined);
      return pages;
    };
  };

  it('is read with one call for each partition, even if the entries are few or far apart', async () => {
    const calls = CHECKIN_LOG + AUDIT_LOG;
    expect(await (await start([]))()).toEqual([{ entries: 0, calls }]);
    const list = await start([now - 1, now - 20 * DAY, now - 395 * DAY]);
    expect(await list()).toEqual([{ entries: 3, calls }]);
    expect(await list({ kind: 'checkin' })).toEqual([{ entries: 3, calls: CHECKIN_LOG }]);
    expect(await list({ kind: 'admin' })).toEqual([{ entries: 0, calls: AUDIT_LOG }]);
    expect(await list({ userId: 1 })).toEqual([{ entries: 3, calls: 2 }]);
  });

  it('takes at most 16 calls per page and partition, even if a filter matches nothing or all entries have expired', async () => {
    const list = await start(Array.from({ length: 2_000 }, (_, index) => now - index * 60_000));
    const [first] = await list();
    expect(first).toEqual({ entries: 50, calls: CHECKIN_LOG + AUDIT_LOG });
    const filtered = await list({ clientId: 'another' });
    expect(filtered[0]).toEqual({ entries: 0, calls: 16 * (CHECKIN_LOG + AUDIT_LOG) });
    const expired = await start(
      Array.from({ length: 90 }, (_, index) => now - 2 * DAY - index),
      1,
    );
    for (const { entries, calls } of await expired({ limit: 2 })) {
      expect(entries).toBe(0);
      expect(calls).toBeLessThanOrEqual(16 * (CHECKIN_LOG + AUDIT_LOG));
    }
  });

  it('spreads its entries evenly over the partitions, so that a company can have 10,000 check-ins a second', async () => {
    await start(Array.from({ length: 2_000 }, (_, index) => now - index));
    const items = database.items('checkinLog').filter(({ receivedAt }) => Number(receivedAt) > now - 2_000);
    const shards = Object.values(Object.groupBy(items, ({ companyShard }) => String(companyShard)));
    expect(Math.max(...shards.map((shard) => shard?.length ?? 0)) / items.length).toBeLessThan(1_000 / 10_000);
  });
});
