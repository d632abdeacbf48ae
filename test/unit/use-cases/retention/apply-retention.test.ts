import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import type { KeptItem } from '../../../../shared/domain/retention.ts';
import { tableIds } from '../../../../shared/domain/recovery.ts';
import { applyRetention, type RetentionProgress } from '../../../../shared/use-cases/retention/apply-retention.ts';
import { countParallel } from '../../../support/count-parallel.ts';
import { makeInMemoryLogs } from '../../../support/stores-in-memory.ts';
import { makeRetentionStore } from '../../../../shared/adapters/dynamodb/retention-store.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';

const DAY = 86_400;
const NOW_SECONDS = Date.UTC(2026, 10, 21, 8) / 1000;
const now = () => NOW_SECONDS * 1000;
const actor = { through: 'cli', id: 'olive' } as const;

const item = (table: KeptItem['table'], daysAgo: number, expiresAtSeconds?: number): KeptItem => ({
  table,
  since: (NOW_SECONDS - daysAgo * DAY) * 1000,
  expiresAtSeconds,
  key: { table, daysAgo },
});

/** Opens a store with these items, in a new database. */
const open = (items: readonly KeptItem[]) => {
  const database = makeMemoryDatabase();
  for (const [index, { table, since, expiresAtSeconds }] of items.entries()) {
    const id = String(index).padStart(3, '0');
    const attributes = table === 'bookings' ? { bookingId: id, noShowAt: since } : { entry: id, receivedAt: since };
    const Item = { companyUser: 'acme#1', ...attributes, expiresAtSeconds };
    database.perform(new PutCommand({ TableName: localTableNames[tableIds[table]], Item }));
  }
  const readExpiryTimes = (): unknown[] =>
    (['bookings', 'checkinLog', 'auditLog'] as const).flatMap((id) =>
      database.items(id).map((one) => one['expiresAtSeconds']),
    );
  return { expiries: makeRetentionStore(database, localTableNames), readExpiryTimes };
};

const days = { retentionDays: 30, checkinLogDays: 90, adminLogDays: 400 };

const apply = async (retention: typeof days, items: KeptItem[]) => {
  const { expiries, readExpiryTimes } = open(items);
  const log = makeInMemoryLogs(undefined, now);
  const seen: RetentionProgress[] = [];
  const run = () => applyRetention({ expiries, log, actor, now }, retention, (progress) => seen.push(progress));
  const first = await run();
  const expiryTimes = readExpiryTimes();
  const again = await run();
  return { expiryTimes, first, again, seen, log };
};

describe('A change to the retention', () => {
  it('sets the expiry of each item relative to its own date', async () => {
    const { expiryTimes } = await apply(days, [
      item('bookings', 10),
      item('bookings', -5, 1),
      item('log', 10),
      item('audit', 10),
    ]);
    expect(expiryTimes).toEqual([20, 35, 80, 390].map((daysLeft) => NOW_SECONDS + daysLeft * DAY));
  });

  it('makes overdue items expire now, because DynamoDB does not delete items that expired years ago', async () => {
    const { expiryTimes } = await apply(days, [
      item('bookings', 31),
      item('bookings', 4_000),
      item('bookings', 31, NOW_SECONDS + 5),
      item('bookings', 31, NOW_SECONDS - 5),
      item('bookings', 30, NOW_SECONDS - 5),
    ]);
    expect(expiryTimes).toEqual([NOW_SECONDS, NOW_SECONDS, NOW_SECONDS, NOW_SECONDS - 5, NOW_SECONDS - 5]);
  });

  it('removes the expiry of bookings if the setting is 0', async () => {
    const { expiryTimes, first } = await apply({ ...days, retentionDays: 0 }, [
      item('bookings', 4_000),
      item('bookings', 10, NOW_SECONDS + 5),
    ]);
    expect(expiryTimes).toEqual([undefined, undefined]);
    expect(first.bookings).toEqual({ read: 2, changed: 1 });
  });

  it('is in the log', async () => {
    const { log } = await apply(days, []);
    const { items: entries } = await log.listByCompany('', { from: 0 }, { limit: 10 });
    expect(entries[0]).toMatchObject({ kind: 'admin', action: 'retention.apply', actor, after: days });
  });

  it('does not count an item as changed if another writer changed it after it was read', async () => {
    const expiries = { ...open([item('bookings', 1), item('bookings', 2)]).expiries, setExpiry: async () => false };
    const log = makeInMemoryLogs(undefined, now);
    const { bookings } = await applyRetention({ expiries, log, actor, now }, days, () => {});
    expect(bookings).toEqual({ read: 2, changed: 0 });
  });

  it('writes at most 25 items at the same time', async () => {
    const items = Array.from({ length: 60 }, () => item('bookings', 1));
    const parallel = countParallel();
    const expiries = {
      readAll: async function* () {
        yield items;
      },
      setExpiry: () => parallel.run(async () => true),
    };
    await applyRetention({ expiries, log: makeInMemoryLogs(undefined, now), actor, now }, days, () => {});
    expect(parallel.most()).toBe(25);
  });
});
