import { afterAll, describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeToAuditWrites } from '../../shared/adapters/dynamodb/audit-log.ts';
import type { LogEntry } from '../../shared/domain/logs.ts';
import type { AuditEntry } from '../../shared/domain/audit-entry.ts';
import { byHandOf } from '../../shared/domain/booking.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { addCheckin, cancelBooking, undoCheckin } from '../../shared/use-cases/bookings/change-booking.ts';
import { aCheckin } from '../support/bookings.ts';
import { makeTestBookingStore } from '../support/booking-store.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';
import { makeRepeatingDatabase } from '../support/repeating-database.ts';

const HOUR = 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21, 8);
const actor = { through: 'cli', id: 'olive' } as const;

const db = await openDatabaseInMemory();
afterAll(() => db.close());

const now = () => NOW;

const toAuditWrites = makeToAuditWrites(db.tableNames, 400);
const bookings = makeTestBookingStore(db.database, db.tableNames.bookings, undefined, toAuditWrites);
const log = makeLogStore(db.database, db.tableNames, defaultLogRetention, now);

const recordOf = (checkinId: string) => aCheckin(checkinId, NOW, { notify: true });

const isAdmin = (entry: LogEntry): entry is AuditEntry => entry.kind === 'admin';

/** A desk booking in a new company, and the actions of an administrator on it. */
const start = async () => {
  const user = { companyId: freshCompanyId(), userId: 42 };
  const ref = { user, bookingId: 'desk' };
  await bookings.save({ ...ref, kind: 'position', name: 'Desk 7', checkinOpensAt: NOW - HOUR, noShowAt: NOW + HOUR });
  const context = { bookings, actor, now };
  const readLog = async (): Promise<AuditEntry[]> =>
    (await log.listByUser(user, {}, { limit: 100 })).items.filter(isAdmin);
  const find = async () => (await bookings.findAll([ref]))[0];
  const checkInAtGate = (checkinId: string) => bookings.checkIn(user, 'desk', recordOf(checkinId));
  return { user, ref, context, readLog, find, checkInAtGate };
};

const errorWith = (code: string, details: unknown = expect.anything()) => expect.objectContaining({ code, details });

describe('An administrator', () => {
  it('can check in at a given time or now, and the audit log says who did it and why', async () => {
    for (const at of [undefined, NOW - HOUR, NOW + HOUR - 1]) {
      const { context, ref, find, readLog, user } = await start();
      expect(await addCheckin(context, ref, { reason: 'Badge left at home', ...(at && { at }) })).toBe(at ?? NOW);
      const found = await find();
      expect(found?.checkin).toMatchObject({ at: at ?? NOW, receivedAt: NOW, by: actor, notify: false });
      expect(found && byHandOf(found)).toMatchObject({ by: actor });
      expect(await readLog()).toEqual([
        expect.objectContaining({
          companyId: user.companyId,
          actor,
          action: 'checkins.add',
          reason: 'Badge left at home',
          target: { userId: 42, bookingId: 'desk' },
          after: expect.objectContaining({
            checkin: { at: new Date(at ?? NOW).toISOString(), checkinId: expect.any(String) },
          }),
        }),
      ]);
    }
  });

  it.each([NOW - HOUR - 1, NOW + HOUR])('cannot check in at %d, which is outside the check-in period', async (at) => {
    const { context, ref, find, readLog } = await start();
    await expect(addCheckin(context, ref, { reason: 'x', at })).rejects.toEqual(errorWith('outside_checkin_period'));
    expect([(await find())?.checkin, await readLog()]).toEqual([undefined, []]);
  });

  it('cannot check in a booking that is checked in or does not exist', async () => {
    const { context, ref, checkInAtGate, user } = await start();
    await checkInAtGate('first');
    await expect(addCheckin(context, ref, { reason: 'x' })).rejects.toEqual(
      errorWith('already_checked_in', { bookingId: 'desk', checkedInAt: NOW }),
    );
    const other = { user: { ...user, companyId: freshCompanyId() }, bookingId: 'desk' };
    await expect(addCheckin(context, other, { reason: 'x' })).rejects.toEqual(
      errorWith('booking_not_found', { bookingId: 'desk' }),
    );
  });

  it('can undo a check-in, which reopens the booking, but not for requests that were first received before the undo', async () => {
    const { context, ref, user, find, readLog, checkInAtGate } = await start();
    await checkInAtGate('first');
    expect(await checkInAtGate('second')).toMatchObject({ kind: 'already-checked-in' });
    await undoCheckin(context, ref, 'Somebody else had the badge');
    expect((await find())?.checkin).toBeUndefined();
    expect(await checkInAtGate('first')).toMatchObject({ kind: 'closed' });
    const retry = (firstReceivedAt: number) => bookings.checkIn(user, 'desk', recordOf('second'), firstReceivedAt);
    expect(await retry(NOW - 1)).toMatchObject({ kind: 'closed' });
    expect(await retry(NOW)).toMatchObject({ kind: 'closed' });
    expect((await find())?.checkin).toBeUndefined();
    expect(await retry(NOW + 1)).toMatchObject({ kind: 'checked-in' });
    const [entry] = await readLog();
    expect(entry).toMatchObject({
      action: 'checkins.undo',
      reason: 'Somebody else had the badge',
      before: { checkin: { checkinId: 'first' } },
      after: { name: 'Desk 7' },
    });
    expect(entry?.after).not.toHaveProperty('checkin');
  });

  it('cannot undo the check-in of a booking that is not checked in or does not exist', async () => {
    const { context, ref, user, readLog } = await start();
    await expect(undoCheckin(context, ref, 'x')).rejects.toEqual(errorWith('not_checked_in', { bookingId: 'desk' }));
    await expect(undoCheckin(context, { user, bookingId: 'none' }, 'x')).rejects.toEqual(
      errorWith('booking_not_found', { bookingId: 'none' }),
    );
    expect(await readLog()).toEqual([]);
  });

  it('can cancel a booking that is checked in, with one audit entry, even if the SDK retries after a lost response', async () => {
    const { context, ref, find, readLog, checkInAtGate } = await start();
    await checkInAtGate('first');
    const repeating = makeRepeatingDatabase(db.database);
    const retrying = makeTestBookingStore(repeating, db.tableNames.bookings, undefined, toAuditWrites);
    await cancelBooking({ ...context, bookings: retrying }, ref);
    expect(await find()).toBeUndefined();
    expect(await checkInAtGate('first')).toMatchObject({ kind: 'closed' });
    const notFound = errorWith('booking_not_found', { bookingId: 'desk' });
    await expect(cancelBooking(context, ref)).rejects.toEqual(notFound);
    const period = { checkinOpensAt: '2026-11-21T07:00:00.000Z', noShowAt: '2026-11-21T09:00:00.000Z' };
    const before = { kind: 'position', name: 'Desk 7', ...period, checkin: { checkinId: 'first' } };
    const target = { userId: 42, bookingId: 'desk' };
    expect(await readLog()).toMatchObject([{ action: 'bookings.cancel', actor, receivedAt: NOW, target, before }]);
  });
});
