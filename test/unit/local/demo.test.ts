import { describe, expect, it } from '@jest/globals';
import { seedDemo } from '../../../lib/local/demo/demo.ts';
import { logIn } from '../../../shared/domain/api-client.ts';
import { findOpen } from '../../support/booking-store.ts';
import { makeInMemoryApiClients, makeInMemoryBookings, makeInMemoryUsers } from '../../support/stores-in-memory.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 21, 8);
const ada = { companyId: 'demo', userId: 1 };

const makeStores = () => ({
  clients: makeInMemoryApiClients(),
  users: makeInMemoryUsers(),
  bookings: makeInMemoryBookings(),
});

type Stores = ReturnType<typeof makeStores>;

const checkInAda = async ({ bookings }: Stores): Promise<void> => {
  const from = { clientId: 'ckc_demo', requestId: 'request', checkinId: 'checkin', notify: false };
  for (const bookingId of await findOpen(bookings, ada, NOW))
    await bookings.checkIn(ada, bookingId, { at: NOW, receivedAt: NOW, ...from });
};

describe('The demo data', () => {
  it('has a user with open desk and parking bookings, one with no open booking, and one with no booking at all', async () => {
    const stores = makeStores();
    await seedDemo(stores, NOW);
    const userOf = (userId: number) => ({ companyId: 'demo', userId });
    expect((await stores.bookings.list(ada)).map(({ kind }) => kind).toSorted()).toEqual(['parking', 'position']);
    expect(await findOpen(stores.bookings, userOf(1), NOW)).toHaveLength(2);
    expect(await findOpen(stores.bookings, userOf(2), NOW)).toEqual([]);
    expect((await stores.bookings.list(userOf(2))).map(({ noShowAt }) => noShowAt > NOW)).toEqual([false, true]);
    expect(await stores.users.find(userOf(3))).toMatchObject({ email: 'alan@demo.example' });
    expect(await stores.bookings.list(userOf(3))).toEqual([]);
  });

  describe('in a persistent database', () => {
    it('is not duplicated, but moved to the present', async () => {
      const stores = makeStores();
      await seedDemo(stores, NOW - 9 * DAY);
      await seedDemo(stores, NOW);
      expect(await stores.clients.listAll()).toHaveLength(1);
      expect(await stores.bookings.list(ada)).toHaveLength(2);
      expect(await findOpen(stores.bookings, ada, NOW)).toHaveLength(2);
    });

    it('has new open bookings after a restart if all earlier ones were checked in, and keeps the check-ins', async () => {
      const stores = makeStores();
      await seedDemo(stores, NOW - 1);
      await checkInAda(stores);
      await seedDemo(stores, NOW);
      const bookings = await stores.bookings.list(ada);
      expect(bookings.filter(({ checkin }) => checkin)).toHaveLength(2);
      expect(bookings.filter(({ checkin }) => !checkin)).toHaveLength(2);
    });

    it('leaves a badge to the person who has it now', async () => {
      const stores = makeStores();
      await seedDemo(stores, NOW - 1);
      await stores.users.save({ companyId: 'demo', id: 1, name: 'Ada' });
      await stores.users.save({ companyId: 'demo', id: 77, uid: 'BADGE-0001' });
      await seedDemo(stores, NOW);
      expect(await stores.users.findIds('demo', [['uid', 'BADGE-0001']])).toEqual([77]);
    });

    it('gets another client if an operator has deleted it, and keeps that one', async () => {
      const stores = makeStores();
      const deleted = await stores.clients.find((await seedDemo(stores, NOW - 2)).clientId);
      if (deleted) await stores.clients.delete(deleted, NOW, []);
      const ids = [];
      for (const now of [NOW - 1, NOW]) {
        const { clientId, clientSecret } = await seedDemo(stores, now);
        ids.push(clientId);
        expect(logIn(await stores.clients.find(clientId), clientSecret, now)).toBeDefined();
      }
      expect(ids).toEqual(['ckc_demo_2', 'ckc_demo_2']);
    });

    it('gets a new client secret even if an operator had disabled the client, and the previous one stays valid for a while', async () => {
      const stores = makeStores();
      const before = await seedDemo(stores, NOW - 1);
      const disabled = await stores.clients.find(before.clientId);
      if (disabled) await stores.clients.replace(disabled, { ...disabled, enabled: false });
      const after = await seedDemo(stores, NOW);
      const client = await stores.clients.find(after.clientId);
      expect(logIn(client, after.clientSecret, NOW)).toBeDefined();
      expect(logIn(client, before.clientSecret, NOW)).toBeDefined();
      expect(logIn(client, before.clientSecret, NOW + DAY)).toBeUndefined();
    });
  });
});
