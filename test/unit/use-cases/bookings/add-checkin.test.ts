import { describe, expect, it } from '@jest/globals';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import { addCheckin } from '../../../../shared/use-cases/bookings/change-booking.ts';
import { auditEntries } from '../../../support/audit-entries.ts';
import { makeMemoryDatabase, type MemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { repeating } from '../../../support/repeating-database.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';

const NOW = 1_800_000_000_000;
const user = { companyId: 'acme', userId: 42 };
const desk: Booking = {
  openSince: 0,
  user,
  bookingId: 'desk',
  kind: 'position',
  checkinOpensAt: NOW,
  noShowAt: NOW + 1,
};
const atGate = { at: NOW, receivedAt: NOW, requestId: 'gate', checkinId: 'gate', notify: false };

/** @param wrap what happens to the calls of the database */
const start = (wrap: (database: MemoryDatabase, gate: BookingStore) => MemoryDatabase) => {
  const database = makeMemoryDatabase();
  const gate = makeInMemoryBookings([desk], database);
  const bookings = makeInMemoryBookings([], wrap(database, gate));
  const context = { bookings, actor: { through: 'cli', id: 'olive' } as const, now: () => NOW };
  return {
    add: () => addCheckin(context, desk, { reason: 'Badge left at home' }),
    actions: () => auditEntries(database).map(({ action }) => action),
    find: async () => (await gate.findAll([desk]))[0]?.checkin,
  };
};

describe('A check-in by hand', () => {
  it('whose response was lost is made and logged once when the SDK repeats it', async () => {
    const { add, actions, find } = start(repeating);
    expect(await add()).toBe(NOW);
    expect(await find()).toMatchObject({ at: NOW, notify: false });
    expect(actions()).toEqual(['checkins.add']);
  });

  it('is refused if a gate checks in between the read and the write', async () => {
    const { add, actions, find } = start((database, gate) => {
      const send = async (command: Parameters<MemoryDatabase['perform']>[0]) => {
        if (command.constructor.name === 'TransactWriteCommand') await gate.checkIn(user, 'desk', atGate);
        return database.perform(command);
      };
      return { ...database, send: send as MemoryDatabase['send'] };
    });
    await expect(add()).rejects.toMatchObject({ code: 'already_checked_in' });
    expect([(await find())?.checkinId, actions()]).toEqual(['gate', []]);
  });
});
