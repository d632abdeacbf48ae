import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { joinKey } from '../../shared/adapters/dynamodb/join-key.ts';
import type { Logs, CheckinEntry, LogEntry } from '../../shared/domain/logs.ts';
import type { AuditEntry } from '../../shared/domain/audit-entry.ts';
import type { LogRetention } from '../../shared/domain/retention.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { listLog, type LogQuery } from '../../shared/use-cases/log/list-log.ts';
import { makeInMemoryUsers } from '../support/stores-in-memory.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { aCheckinEntry, anAuditEntry } from '../support/log-entries.ts';
import { makeMemoryDatabase } from '../support/memory-database/memory-database.ts';
import { openDatabase } from '../support/open-database.ts';
import { readPages } from '../support/read-pages.ts';

const db = await openDatabase();
afterAll(() => db.close());

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 21, 8);
const retention: LogRetention = { checkinLogDays: 90, adminLogDays: 400 };

const aCheckin = (companyId: string, changes: Partial<CheckinEntry> = {}): CheckinEntry =>
  aCheckinEntry({ companyId, reader: 'North', bookings: [{ bookingId: 'desk', result: 'checked_in' }], ...changes });

const anAction = (companyId: string, changes: Partial<AuditEntry> = {}): AuditEntry =>
  anAuditEntry({
    companyId,
    actor: { through: 'cli', id: 'ana' },
    action: 'checkins.undo',
    target: { userId: 1, bookingId: 'desk' },
    reason: 'wrong person',
    before: { checkedInAt: now - HOUR },
    changed: ['checkedInAt'],
    ...changes,
  });

const itemsOf = async (table: 'auditLog' | 'auditDetails', companyUser: string) => {
  const query = new QueryCommand({
    TableName: db.tableNames[table],
    KeyConditionExpression: 'companyUser = :companyUser',
    ExpressionAttributeValues: { ':companyUser': companyUser },
  });
  return (await db.database.send(query)).Items ?? [];
};

describe('The check-in log and the audit log', () => {
  const openLog = (changes: Partial<LogRetention> = {}) =>
    makeLogStore(db.database, db.tableNames, { ...retention, ...changes }, () => now);

  const recordAll = async (log: Logs, entries: readonly LogEntry[]): Promise<void> => {
    for (const entry of entries)
      await (entry.kind === 'admin' ? log.recordAuditEntry(entry) : log.recordCheckins([entry]));
  };

  /** All entries of a list, and the number of entries on each page. */
  const readAll = async (list: (next: string | undefined) => ReturnType<Logs['listByUser']>) => {
    const pages = await readPages(list);
    return { entries: pages.flatMap(({ items }) => items), sizes: pages.map(({ items }) => items.length) };
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
    const recorded = times.map((receivedAt, index) => aCheckin(companyId, { receivedAt, requestId: `r-${index}` }));
    await recordAll(log, recorded);
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
    const entriesAt = (later: number): LogEntry[] => [
      aCheckin(companyId, { receivedAt: now - 10 * DAY + later }),
      anAction(companyId, { receivedAt: now - 20 * DAY + later }),
    ];
    const [kept, expired] = [entriesAt(1_000), entriesAt(0)];
    await recordAll(log, [...kept, ...expired]);
    expect((await log.listByUser({ companyId, userId: 1 }, {}, { limit: 10 })).items).toEqual(kept);
    expect((await log.listByCompany(companyId, { from: now - 30 * DAY }, { limit: 10 })).items).toEqual(kept);
    const timesIn = async (table: 'auditLog' | 'auditDetails') =>
      (await itemsOf(table, joinKey(companyId, 1))).map(({ receivedAt, expiresAtSeconds }) => ({
        receivedAt,
        expiresAtSeconds,
      }));
    expect(await timesIn('auditDetails')).toEqual(await timesIn('auditLog'));
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

describe('The audit log', () => {
  const log = makeLogStore(db.database, db.tableNames, retention, () => now);

  it('holds no text that somebody typed, which is kept apart and joined on reading', async () => {
    const companyId = freshCompanyId();
    const created = anAction(companyId, {
      action: 'clients.create',
      target: { clientId: 'ckc_1' },
      reason: undefined,
      before: undefined,
      after: { name: 'Gate of Ada', scopes: ['checkin'] },
      changed: ['name', 'scopes'],
    });
    const invited = anAction(companyId, {
      action: 'members.invite',
      receivedAt: now - 1,
      target: { invitationId: 'i' },
      reason: undefined,
      before: undefined,
      after: { role: 'auditor', email: 'bob@example.com' },
      changed: ['role', 'email'],
    });
    for (const entry of [created, invited, anAction(companyId)]) await log.recordAuditEntry(entry);
    const { items } = await log.listByCompany(companyId, {}, { limit: 10 });
    expect(items).toEqual(expect.arrayContaining([created, invited, anAction(companyId)]));
    const kept = JSON.stringify([
      await itemsOf('auditLog', joinKey(companyId, '')),
      await itemsOf('auditLog', joinKey(companyId, 1)),
    ]);
    for (const typed of ['Gate of Ada', 'bob@example.com', 'wrong person']) expect(kept).not.toContain(typed);
    for (const value of ['"auditor"', '"scopes"', '"checkedInAt"']) expect(kept).toContain(value);
  });
});

describe('An import in the log', () => {
  const log = makeLogStore(db.database, db.tableNames, retention, () => now);
  const anImport = (companyId: string, changes: Partial<AuditEntry> = {}) =>
    anAction(companyId, {
      action: 'users.import',
      target: { importId: 'i-1' },
      reason: undefined,
      before: undefined,
      changed: undefined as never,
      ...changes,
    });
  const digest = 'd';
  const counts = { written: 1, unchanged: 2, deleted: 3, failed: 4 };

  it('is one entry with the sums of all its parts, of which one that was sent again counts once', async () => {
    const ref = { companyId: freshCompanyId(), importId: 'i-1' };
    for (const [index, part] of [2, 5_002, 2, 10_002].entries()) {
      const entry = anImport(ref.companyId, { receivedAt: now - 10_000 + index });
      expect(await log.beginImport(entry, { part, digest })).toBeDefined();
      const done = index === 2 ? { ...counts, unchanged: 5, deleted: 0 } : counts;
      if (part < 10_000)
        await log.recordPartEnd(ref, { part, digest, counts: done, isStopped: false }, now - 9_000 + index);
    }
    const { items } = await log.listByCompany(ref.companyId, {}, { limit: 10 });
    expect(items).toMatchObject([{ action: 'users.import', receivedAt: now - 10_000 }]);
    const sums = (lastAt: number) => ({ written: 2, unchanged: 4, deleted: 6, failed: 8, lastAt });
    const find = async () => (await log.findImports(ref.companyId, ['i-1', 'unknown'])).get('i-1');
    expect(await find()).toEqual({ ...sums(now - 8_998), isUnfinished: true });
    const nothing = { written: 0, unchanged: 0, deleted: 0, failed: 0 };
    await log.recordPartEnd(ref, { part: 10_002, digest, counts: nothing, isStopped: false }, now);
    expect(await find()).toEqual({ ...sums(now), isUnfinished: false });
  });

  it('knows the other attempts at a part', async () => {
    const ref = { companyId: freshCompanyId(), importId: 'i-1' };
    let time = now;
    const begin = (part: number, requestId: string) => {
      time += 1;
      return log.beginImport(anImport(ref.companyId, { receivedAt: time, requestId }), { part, digest });
    };
    const end = (part: number, written: number, isStopped: boolean) =>
      log.recordPartEnd(ref, { part, digest, counts: { ...counts, written }, isStopped }, time);
    const find = async () => (await log.findImports(ref.companyId, ['i-1'])).get('i-1');
    const none = { requestIds: [], counts: [] };
    const wrote = (written: number) => ({ ...counts, written });
    expect(await begin(2, 'r1')).toEqual(none);
    expect(await begin(20, 'r2')).toEqual(none);
    await end(2, 3, true);
    expect(await begin(2, 'r3')).toEqual({ requestIds: ['r1'], counts: [wrote(3)] });
    expect(await find()).toMatchObject({ written: 3, isUnfinished: true });
    await end(2, 7, false);
    expect(await begin(2, 'r4')).toEqual({ requestIds: ['r1', 'r3'], counts: [wrote(3), wrote(7)] });
    await end(20, 1, false);
    expect(await find()).toMatchObject({ written: 8, isUnfinished: false });
  });

  it('has the deletions of all attempts that ran at the same time, and of two, one knows the other', async () => {
    const ref = { companyId: freshCompanyId(), importId: 'i-1' };
    const begin = (part: number, requestId: string) =>
      log.beginImport(anImport(ref.companyId, { requestId }), { part, digest });
    await begin(2, 'r0');
    const known = await Promise.all(['r1', 'r2'].map((requestId) => begin(20, requestId)));
    expect(known.flatMap((one) => one?.requestIds)).toEqual(expect.arrayContaining([expect.stringMatching(/^r[12]$/)]));
    for (const deleted of [18, 82])
      await log.recordPartEnd(
        ref,
        { part: 20, digest, counts: { written: 0, unchanged: 100 - deleted, deleted, failed: 0 }, isStopped: false },
        now,
      );
    expect((await log.findImports(ref.companyId, ['i-1'])).get('i-1')).toMatchObject({ deleted: 100, unchanged: 0 });
  });

  it('cannot be continued by another actor, through another tool or as another action', async () => {
    const companyId = freshCompanyId();
    const begin = (changes: Partial<AuditEntry>) => log.beginImport(anImport(companyId, changes), { part: 2, digest });
    expect(await begin({ actor: { through: 'console', id: 'ana' } })).toBeDefined();
    const others: Partial<AuditEntry>[] = [
      { actor: { through: 'console', id: 'eve' } },
      { actor: { through: 'cli', id: 'ana' } },
      { actor: { through: 'console', id: 'ana' }, action: 'bookings.import' },
    ];
    for (const other of others) expect(await begin(other)).toBeUndefined();
    expect(await log.beginImport(anImport(freshCompanyId()), { part: 2, digest })).toBeDefined();
    expect((await log.listByCompany(companyId, {}, { limit: 10 })).items).toHaveLength(1);
  });

  it('counts another content under the number of a part on its own', async () => {
    const ref = { companyId: freshCompanyId(), importId: 'i-1' };
    for (const content of ['harmless', 'hidden']) {
      const part = { part: 2, digest: content };
      expect(await log.beginImport(anImport(ref.companyId), part)).toEqual({ requestIds: [], counts: [] });
      await log.recordPartEnd(ref, { ...part, counts, isStopped: false }, now);
    }
    const sums = (await log.findImports(ref.companyId, ['i-1'])).get('i-1');
    expect(sums).toMatchObject({ written: 2, deleted: 6, isUnfinished: false });
  });

  it('cannot be continued after a day, because the log lists it under its begin', async () => {
    const companyId = freshCompanyId();
    const begin = (receivedAt: number, part: number) =>
      log.beginImport(anImport(companyId, { receivedAt }), { part, digest });
    expect(await begin(now - DAY, 2)).toBeDefined();
    expect(await begin(now, 20)).toBeDefined();
    expect(await begin(now + 1, 200)).toBeUndefined();
  });

  it('keeps the name of its file for 30 days, out of the audit log', async () => {
    const companyId = freshCompanyId();
    const fileName = 'dismissal of Ada.csv';
    await log.beginImport(anImport(companyId, { fileName }), { part: 2, digest });
    const listAt = async (time: number) => {
      const later = makeLogStore(db.database, db.tableNames, retention, () => time);
      return (await later.listByCompany(companyId, {}, { limit: 10 })).items[0];
    };
    expect(await listAt(now + 30 * DAY - 1_000)).toMatchObject({ fileName });
    expect(await listAt(now + 30 * DAY)).not.toHaveProperty('fileName');
    expect(JSON.stringify(await itemsOf('auditLog', joinKey(companyId, '')))).not.toContain('Ada');
  });

  it('stands for the entries of the people whom it changed, which a filter or the log of the person lists', async () => {
    const companyId = freshCompanyId();
    const target = { userId: 1, importId: 'i-1' };
    const change = (age: number) => anAction(companyId, { action: 'users.update', target, receivedAt: now - age });
    await log.beginImport(anImport(companyId, { receivedAt: now - 100 }), { part: 2, digest });
    const changes = Array.from({ length: 30 }, (_, index) => change(index + 1));
    for (const one of changes) await log.recordAuditEntry(one);
    await log.recordAuditEntry(anAction(companyId, { receivedAt: now - 200 }));
    const actionsOf = async (range: object) => {
      const stores = { log, users: makeInMemoryUsers() };
      const { items } = await listLog(stores, { companyId, limit: 50, ...range });
      return items.map((item) => item.kind === 'admin' && item.action);
    };
    expect(await actionsOf({})).toEqual(['users.import', 'checkins.undo']);
    expect(await actionsOf({ limit: 2 })).toEqual(['users.import', 'checkins.undo']);
    expect(await actionsOf({ importId: 'i-1' })).toEqual([...changes.map(({ action }) => action), 'users.import']);
    expect(await actionsOf({ result: 'users.update' })).toHaveLength(30);
    expect(await actionsOf({ userId: 1 })).toHaveLength(31);
  });
});

describe('The log of a company', () => {
  const CHECKIN_LOG = 1;
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
      makeLogStore({ send }, localTableNames, { checkinLogDays: days, adminLogDays: 400 }, () => now);
    const entries = receivedAt.map((time, index) =>
      aCheckin(companyId, { receivedAt: time, requestId: `request-${index}` }),
    );
    if (entries.length > 0) await makeLog(checkinLogDays).recordCheckins(entries);
    const log = makeLog(400);
    /** The entries and calls of each page. */
    return async (query: Partial<LogQuery> = {}) => {
      const pages = await readPages(async (next: string | undefined) => {
        calls = 0;
        const page = await listLog({ log, users: makeInMemoryUsers() }, { companyId, limit: 50, ...query, next });
        return { entries: page.items.length, calls, next: page.next };
      });
      return pages.map(({ entries: count, calls: made }) => ({ entries: count, calls: made }));
    };
  };

  it('is read with one call for each table, even if the entries are few or far apart', async () => {
    const calls = CHECKIN_LOG + AUDIT_LOG;
    expect(await (await start([]))()).toEqual([{ entries: 0, calls }]);
    const list = await start([now - 1, now - 20 * DAY, now - 395 * DAY]);
    expect(await list()).toEqual([{ entries: 3, calls }]);
    expect(await list({ kind: 'checkin' })).toEqual([{ entries: 3, calls: CHECKIN_LOG }]);
    expect(await list({ kind: 'admin' })).toEqual([{ entries: 0, calls: AUDIT_LOG }]);
    expect(await list({ userId: 1 })).toEqual([{ entries: 3, calls: 2 }]);
  });

  it('takes one call for each 1,000 entries with a filter, and at most 16 for each table if all entries have expired', async () => {
    const list = await start(Array.from({ length: 2_000 }, (_, index) => now - index * 60_000));
    const [first] = await list();
    expect(first).toEqual({ entries: 50, calls: CHECKIN_LOG + AUDIT_LOG });
    const filtered = await list({ clientId: 'another' });
    expect(filtered).toEqual([{ entries: 0, calls: 3 * (CHECKIN_LOG + AUDIT_LOG) }]);
    const expired = await start(
      Array.from({ length: 90 }, (_, index) => now - 2 * DAY - index),
      1,
    );
    for (const { entries, calls } of await expired({ limit: 2 })) {
      expect(entries).toBe(0);
      expect(calls).toBeLessThanOrEqual(16 * (CHECKIN_LOG + AUDIT_LOG));
    }
  });
});
