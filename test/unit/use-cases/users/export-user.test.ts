import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../../../../shared/domain/audit-entry.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { exportUser } from '../../../../shared/use-cases/users/export-user.ts';
import { aCheckinEntry, anAuditEntry } from '../../../support/log-entries.ts';
import { makeInMemoryLogs, makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const user = { companyId: 'acme', userId: 42 };
const changedBy = { through: 'cli', id: 'olive', at: NOW } as const;
const ada: User = { companyId: 'acme', id: 42, uid: 'E-1', devices: ['arn:phone'], changedBy };
const desk: Booking = {
  user,
  bookingId: 'desk',
  kind: 'position',
  name: 'Desk 7',
  checkinOpensAt: NOW - 1_000,
  noShowAt: NOW + 1_000,
  openSince: NOW - 2_000,
  checkin: { at: NOW - 2, receivedAt: NOW - 1, clientId: 'gate', requestId: 'r', checkinId: 'c', notify: true },
};
const entry = anAuditEntry({ action: 'users.remove', target: { userId: 42 } });

const open = async (users: User[], bookings: Booking[], entries: AuditEntry[]) => {
  const log = makeInMemoryLogs(undefined, () => NOW);
  for (const one of entries) await log.recordAuditEntry(one);
  const actor = { through: 'console', id: 'ana' } as const;
  return {
    users: makeInMemoryUsers(users),
    bookings: makeInMemoryBookings(bookings),
    log,
    actor,
    now: () => NOW,
  };
};

describe('The export of a user', () => {
  it('contains the user, the log entries, and the bookings with their check-ins, with all times in RFC 3339', async () => {
    const { companyId: _, ...logged } = entry;
    const stores = await open([ada], [desk], [entry]);
    const revised = { ...stores.users, findAll: async () => [{ ...ada, revision: 'r1', takenAt: NOW }] };
    expect(await exportUser({ ...stores, users: revised }, user)).toEqual({
      exportedAt: '2026-11-21T08:00:00.000Z',
      companyId: 'acme',
      userId: 42,
      user: { ...ada, uids: ['E-1'], changedBy: { ...changedBy, at: '2026-11-21T08:00:00.000Z' } },
      bookings: [
        {
          bookingId: 'desk',
          kind: 'position',
          name: 'Desk 7',
          checkinOpensAt: '2026-11-21T07:59:59.000Z',
          noShowAt: '2026-11-21T08:00:01.000Z',
          openSince: '2026-11-21T07:59:58.000Z',
          checkin: {
            at: '2026-11-21T07:59:59.998Z',
            receivedAt: '2026-11-21T07:59:59.999Z',
            clientId: 'gate',
            requestId: 'r',
            checkinId: 'c',
            notify: true,
          },
        },
      ],
      logEntries: [
        {
          kind: 'admin',
          receivedAt: '2026-11-21T08:00:00.000Z',
          actor: { through: 'console', id: 'ana' },
          action: 'users.export',
          target: { userId: 42 },
        },
        { ...logged, receivedAt: '2026-11-21T08:00:00.000Z' },
      ],
    });
  });

  it('is possible for a person who is not a user, but has bookings and log entries', async () => {
    const exported = await exportUser(await open([], [desk], [entry]), user);
    expect([exported.user, exported.bookings.length, exported.logEntries.length]).toEqual([undefined, 1, 2]);
    await expect(exportUser(await open([], [], []), user)).rejects.toMatchObject({
      code: 'user_not_found',
      details: { companyId: 'acme' },
    });
  });

  it('contains nothing that was written about a person while they were being removed', async () => {
    const stores = await open([ada], [desk], []);
    await stores.log.recordCheckins([aCheckinEntry({ userId: 42, receivedAt: NOW - 1 })]);
    await stores.users.change(user, () => undefined);
    await expect(exportUser(stores, user)).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('contains all log entries of the user, even if they fill several pages', async () => {
    const entries = Array.from({ length: 2_001 }, (_, index) => ({ ...entry, receivedAt: NOW - index }));
    const { logEntries } = await exportUser(await open([ada], [], entries), user);
    const times = logEntries.slice(1).map(({ receivedAt }) => Date.parse(receivedAt));
    expect(times).toEqual(entries.map(({ receivedAt }) => receivedAt));
  });
});
