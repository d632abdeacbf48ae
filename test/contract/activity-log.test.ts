import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import type { CheckinEntry } from '../../shared/domain/activity-log.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { listLog } from '../../shared/use-cases/log/list-log.ts';
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

describe('The calls to DynamoDB for the log of a company', () => {
  const HOUR = 60 * 60_000;
  const DAY = 24 * HOUR;
  const now = Date.UTC(2026, 10, 21, 8);
  /** Of a day: one of the audit log, and one of each shard of the check-in log. */
  const DAY_CALLS = 5;
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
    const entries = receivedAt.map((moment, index): CheckinEntry => ({
      ...entry,
      ...result,
      receivedAt: moment,
      requestId: `request-${index}`,
    }));
    if (entries.length > 0) await makeLog(checkinLogDays).recordCheckins(entries);
    const log = makeLog(400);
    /** The entries and calls of each page, or of the first ones. */
    return async (
      query: { limit?: number; clientId?: string; userId?: number; from?: number } = {},
      most = Infinity,
    ) => {
      const pages: { entries: number; calls: number }[] = [];
      let next: string | undefined;
      do {
        calls = 0;
        const page = await listLog(log, { companyId, limit: 50, ...query, next }, now);
        pages.push({ entries: page.items.length, calls });
        ({ next } = page);
      } while (next !== undefined && pages.length < most);
      return pages;
    };
  };

  it('are those of 31 days for each of the 13 pages of an empty log', async () => {
    const list = await start([]);
    const emptyPages = Array.from({ length: 12 }, () => ({ entries: 0, calls: 31 * DAY_CALLS }));
    expect(await list()).toEqual([...emptyPages, { entries: 0, calls: 29 * DAY_CALLS }]);
    expect(await list({ from: 0 }, 1)).toEqual([{ entries: 0, calls: 31 * DAY_CALLS }]);
    expect(await list({ userId: 1 })).toEqual([{ entries: 0, calls: 2 }]);
  });

  it('are those of 31 days for the first page of a log with few entries', async () => {
    const list = await start([now - 1, now - 20 * DAY, now - 45 * DAY]);
    const pages = await list();
    expect(pages.slice(0, 3)).toEqual([
      { entries: 2, calls: 31 * DAY_CALLS },
      { entries: 1, calls: 31 * DAY_CALLS },
      { entries: 0, calls: 31 * DAY_CALLS },
    ]);
  });

  it('are those of one day if it fills the page, and of at most 61 days with a filter that matches nothing', async () => {
    const list = await start(Array.from({ length: 60 }, (_, index) => now - index * 60_000));
    expect((await list())[0]).toEqual({ entries: 50, calls: DAY_CALLS });
    const [first] = await list({ clientId: 'another', limit: 2 });
    expect(first?.entries).toBe(0);
    expect(first?.calls).toBeLessThanOrEqual(61 * DAY_CALLS);
  });

  it('are as few for a day of many expired entries', async () => {
    const expired = Array.from({ length: 90 }, (_, index) => now - 2 * DAY - index);
    const list = await start(expired, 1);
    const pages = await list({ limit: 2 });
    expect(pages.reduce((sum, { entries }) => sum + entries, 0)).toBe(0);
    for (const { calls } of pages) expect(calls).toBeLessThanOrEqual(61 * DAY_CALLS);
    const ofUser = await list({ limit: 2, userId: 1 });
    for (const { calls } of ofUser) expect(calls).toBeLessThanOrEqual(31 * 2);
  });
});
