import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import type { CheckinEntry } from '../../shared/domain/activity-log.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { listLog, type LogQuery } from '../../shared/use-cases/log/list-log.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { makeMemoryDatabase } from '../support/memory-database/memory-database.ts';
import { openDatabase, type TestDatabase } from '../support/open-database.ts';
import { describeActivityLog } from './activity-log-contract.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.close());

describe('The activity log in DynamoDB', () => {
  describeActivityLog((retention, now) => makeActivityLogStore(db.database, db.tableNames, retention, now));
});

describe('The DynamoDB calls for the log of a company', () => {
  const DAY = 24 * 60 * 60_000;
  const now = Date.UTC(2026, 10, 21, 8);
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
    const entry = { kind: 'checkin', companyId, clientId: 'gate', identifiers: {}, userId: 1, at: now } as const;
    const result = { statusCode: 200, code: 'checked_in', checkinCount: 0, bookings: [] } as const;
    const entries = receivedAt.map((time, index): CheckinEntry => ({
      ...entry,
      ...result,
      receivedAt: time,
      requestId: `request-${index}`,
    }));
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

  it('are one for each partition, even if the entries are few or far apart', async () => {
    const calls = CHECKIN_LOG + AUDIT_LOG;
    expect(await (await start([]))()).toEqual([{ entries: 0, calls }]);
    const list = await start([now - 1, now - 20 * DAY, now - 395 * DAY]);
    expect(await list()).toEqual([{ entries: 3, calls }]);
    expect(await list({ kind: 'checkin' })).toEqual([{ entries: 3, calls: CHECKIN_LOG }]);
    expect(await list({ kind: 'admin' })).toEqual([{ entries: 0, calls: AUDIT_LOG }]);
    expect(await list({ userId: 1 })).toEqual([{ entries: 3, calls: 2 }]);
  });

  it('are at most 16 for each partition if a filter matches nothing or entries have expired', async () => {
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

  it('spread the entries evenly, so that a company can have 10,000 check-ins a second', async () => {
    await start(Array.from({ length: 8_000 }, (_, index) => now - index));
    const items = database.items('checkinLog').filter(({ receivedAt }) => Number(receivedAt) > now - 8_000);
    const sizes = Object.values(Object.groupBy(items, ({ companyShard }) => String(companyShard)));
    expect(Math.max(...sizes.map((some) => some?.length ?? 0)) / items.length).toBeLessThan(1_000 / 10_000);
  });
});
