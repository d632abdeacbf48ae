import { describe, expect, it } from '@jest/globals';
import { makeInMemoryRetention } from '../../../support/fakes/in-memory-retention.ts';
import { makeStores, NOW, runCommand, runJson } from '../run-command.ts';

const start = () => {
  const kept = makeInMemoryRetention([{ table: 'bookings', since: NOW, expiresAtSeconds: undefined, key: {} }]);
  return {
    kept,
    stores: makeStores({ kept, retention: { retentionDays: 30, checkinLogDays: 90, adminLogDays: 400 } }),
  };
};

describe('retention apply', () => {
  it('prints the settings and what it changed', async () => {
    expect((await runJson(start().stores, ['retention', 'apply', '--yes'])).value).toEqual({
      retentionDays: 30,
      checkinLogDays: 90,
      adminLogDays: 400,
      bookings: { read: 1, changed: 1 },
      logEntries: { read: 0, changed: 0 },
    });
  });

  it('asks on a terminal, naming the days, and shows its progress', async () => {
    const { kept, stores } = start();
    expect((await runCommand(stores, ['retention', 'apply'])).code).toBe(2);
    expect((await runCommand(stores, ['retention', 'apply'], { answers: ['n'] })).code).toBe(1);
    expect(kept.items()[0]?.expiresAtSeconds).toBeUndefined();
    const { code, questions, stderr, stdout } = await runCommand(stores, ['retention', 'apply'], { answers: ['y'] });
    expect([code, questions?.[0]]).toEqual([0, expect.stringContaining('Bookings are deleted 30 days after they end')]);
    expect(stderr).toContain('1 read, 1 changed …');
    expect(stdout).toBe('1 bookings read, 1 changed; 0 log entries read, 0 changed.\n');
  });
});
