import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingRef } from '../../shared/domain/booking.ts';
import { cancelBooking } from '../../shared/use-cases/bookings/cancel-booking.ts';
import { undoCheckin } from '../../shared/use-cases/bookings/undo-checkin.ts';
import { makeInMemoryActivityLog } from '../support/stores-in-memory.ts';
import { post, runServiceInMemory, type RunningService } from '../support/running-service.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const date = new Date(at).toISOString();

let service: RunningService;

beforeAll(async () => {
  service = await runServiceInMemory();
});
afterAll(() => service.stop());

/** A user with a desk and a parking place, checked in on both by a request with an Idempotency-Key. */
const start = async () => {
  const client = await service.aClient();
  const { accessToken } = await service.logIn(client);
  const user = { companyId: client.companyId, userId: 1 };
  await service.stores.users.save({ companyId: client.companyId, id: 1 });
  const desk = { user, bookingId: 'desk', kind: 'position', checkinOpensAt: at - HOUR, noShowAt: at + HOUR } as const;
  await service.stores.bookings.save(desk);
  await service.stores.bookings.save({ ...desk, bookingId: 'parking', kind: 'parking' });
  const checkIn = async (key: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': key };
    const { status, body } = await post(`${service.url}/scheduling/checkin`, { id: 1, date }, headers);
    expect(status).toBe(200);
    return (body as { checkinCount: number }).checkinCount;
  };
  const isCheckedIn = async (bookingId: string): Promise<boolean | undefined> => {
    const [booking] = await service.stores.bookings.find(user, [bookingId]);
    return booking && booking.checkin !== undefined;
  };
  expect(await checkIn('swipe')).toBe(2);
  return { desk, checkIn, isCheckedIn };
};

const context = () => ({
  bookings: service.stores.bookings,
  adminLog: makeInMemoryActivityLog(),
  actor: { through: 'console', id: 'olive' } as const,
  now: () => at,
});

type Desk = Awaited<ReturnType<typeof start>>['desk'];

describe('A repeat of a check-in counts the check-ins that still exist, and does not repeat one that was', () => {
  it.each<[string, (ref: BookingRef) => Promise<void>, boolean | undefined]>([
    ['undone', (ref) => undoCheckin(context(), ref, 'Wrong person'), false],
    ['cancelled', (ref) => cancelBooking(context(), ref), undefined],
  ])('%s', async (_, change, state) => {
    const { desk, checkIn, isCheckedIn } = await start();
    await change(desk);
    expect(await checkIn('swipe')).toBe(1);
    expect([await isCheckedIn('desk'), await isCheckedIn('parking')]).toEqual([state, true]);
  });

  it.each<[string, (desk: Desk) => readonly Desk[]]>([
    ['moved', (desk) => [{ ...desk, checkinOpensAt: at + 1 }]],
    ['moved away and back', (desk) => [{ ...desk, checkinOpensAt: at + 1 }, desk]],
  ])('%s', async (_, moves) => {
    const { desk, checkIn, isCheckedIn } = await start();
    for (const moved of moves(desk)) await service.stores.bookings.save(moved);
    expect(await checkIn('swipe')).toBe(1);
    expect(await isCheckedIn('desk')).toBe(false);
  });

  it('undone, while a new request checks in again', async () => {
    const { desk, checkIn, isCheckedIn } = await start();
    await undoCheckin(context(), desk, 'Wrong person');
    expect(await checkIn('another-swipe')).toBe(1);
    expect(await isCheckedIn('desk')).toBe(true);
    expect(await checkIn('swipe')).toBe(1);
  });
});
