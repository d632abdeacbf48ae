import { describe, expect, it } from '@jest/globals';
import { seedDemoDay } from '../../../lib/local/demo/demo-day.ts';
import {
  makeInMemoryLogs,
  makeInMemoryApiClients,
  makeInMemoryBookings,
  makeInMemoryUsers,
} from '../../support/stores-in-memory.ts';

const makeStores = () => ({
  clients: makeInMemoryApiClients(),
  users: makeInMemoryUsers(),
  bookings: makeInMemoryBookings(),
  log: makeInMemoryLogs(),
});

const bookingsOf = async ({ bookings }: ReturnType<typeof makeStores>) => {
  const ids = Array.from({ length: 12 }, (_, index) => 11 + index);
  return (await Promise.all(ids.map((userId) => bookings.list({ companyId: 'demo', userId })))).flat();
};

describe('The day of the demo', () => {
  it.each([
    ['in the morning', Date.UTC(2026, 10, 21, 8, 30)],
    ['right after midnight', Date.UTC(2026, 10, 21, 0, 0, 1)],
  ])('has people who are checked in, expected or no-shows, %s', async (_, now) => {
    const stores = makeStores();
    await seedDemoDay(stores, now);
    const bookings = await bookingsOf(stores);
    expect(bookings).toHaveLength(12);
    expect(bookings.filter(({ checkin }) => checkin)).toHaveLength(6);
    expect(bookings.filter(({ checkin, noShowAt }) => !checkin && noShowAt > now)).toHaveLength(4);
    expect(bookings.filter(({ checkin, noShowAt }) => !checkin && noShowAt <= now)).toHaveLength(2);
    for (const { checkinOpensAt, noShowAt, checkin } of bookings) {
      expect(new Date(checkinOpensAt).toISOString()).toMatch(/^2026-11-21/);
      expect(noShowAt).toBeGreaterThan(checkinOpensAt);
      expect(checkin?.at ?? checkinOpensAt).toBeGreaterThanOrEqual(checkinOpensAt);
      expect(checkin?.at ?? now).toBeLessThanOrEqual(now);
    }
  });

  it('has a swipe that checked nothing in, and a swipe of an unknown badge', async () => {
    const now = Date.UTC(2026, 10, 21, 8);
    const stores = makeStores();
    await seedDemoDay(stores, now);
    const jose = await stores.users.findId('demo', ['uid', 'BADGE-1019']);
    expect(await stores.users.find({ companyId: 'demo', userId: Number(jose) })).toMatchObject({ name: 'José Ñandú' });
    const { items: entries } = await stores.log.listByCompany('demo', { from: 0 }, { limit: 100 });
    expect(entries).toContainEqual(
      expect.objectContaining({
        userId: jose,
        code: 'nothing_open',
        bookings: [expect.objectContaining({ result: 'too_early', name: 'Desk 5.19' })],
      }),
    );
    const unknown = entries.find((entry) => entry.kind === 'checkin' && entry.code === 'user_not_found');
    expect(unknown).toMatchObject({ statusCode: 404, identifiers: { uid: 'BADGE-0900' } });
    expect(await stores.users.findId('demo', ['uid', 'BADGE-0900'])).toBeUndefined();
  });

  it('is created without a person whose badge somebody else has', async () => {
    const stores = makeStores();
    await stores.users.save({ companyId: 'demo', id: 77, uid: 'BADGE-0012' });
    await seedDemoDay(stores, Date.UTC(2026, 10, 21, 8));
    expect(await bookingsOf(stores)).toHaveLength(11);
  });

  it('is created once, however often the service starts on that day', async () => {
    const now = Date.UTC(2026, 10, 21, 8);
    const stores = makeStores();
    await seedDemoDay(stores, now);
    const state = async () => [
      await bookingsOf(stores),
      await stores.clients.find('ckc_demo_north'),
      await stores.log.listByCompany('demo', { from: 0 }, { limit: 100 }),
    ];
    const before = await state();
    await seedDemoDay(stores, now + 60_000);
    expect(await state()).toEqual(before);
  });
});
