import { describe, expect, it } from '@jest/globals';
import { makeTestBookingStore } from '../../../support/booking-store.ts';
import { makeRetentionStore } from '../../../../shared/adapters/dynamodb/retention-store.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeStores, NOW, runCommand, runJson } from '../run-command.ts';

/** Makes stores with one booking that has no expiry. */
const start = async () => {
  const database = makeMemoryDatabase();
  await makeTestBookingStore(database, localTableNames.bookings).save({
    user: { companyId: 'acme', userId: 42 },
    bookingId: 'desk',
    kind: 'position',
    checkinOpensAt: NOW - 1,
    noShowAt: NOW,
  });
  const expiries = makeRetentionStore(database, localTableNames);
  const retention = { retentionDays: 30, checkinLogDays: 90, adminLogDays: 400 };
  return { database, stores: makeStores({ expiries, retention }) };
};

describe('retention apply', () => {
  it('prints the settings and what it changed', async () => {
    expect((await runJson((await start()).stores, ['retention', 'apply', '--yes'])).value).toEqual({
      retentionDays: 30,
      checkinLogDays: 90,
      adminLogDays: 400,
      bookings: { read: 1, changed: 1 },
      logEntries: { read: 0, changed: 0 },
    });
  });

  it('asks for confirmation on a terminal, naming the days, and shows its progress', async () => {
    const { database, stores } = await start();
    expect((await runCommand(stores, ['retention', 'apply'])).code).toBe(2);
    expect((await runCommand(stores, ['retention', 'apply'], { answers: ['n'] })).code).toBe(1);
    expect(database.items('bookings')[0]).not.toHaveProperty('expiresAtSeconds');
    const { code, questions, stderr, stdout } = await runCommand(stores, ['retention', 'apply'], { answers: ['y'] });
    expect([code, questions?.[0]]).toEqual([0, expect.stringContaining('Bookings are deleted 30 days after they end')]);
    expect(stderr).toContain('1 read, 1 changed …');
    expect(stdout).toBe('1 bookings read, 1 changed; 0 log entries read, 0 changed.\n');
  });
});
