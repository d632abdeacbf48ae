import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '../../shared/domain/booking.ts';
import { post, runServiceInMemory, type RunningService, type TestClient } from '../support/running-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = Date.UTC(2026, 10, 21, 8);

let service: RunningService;
let client: TestClient;
let accessToken: string;
let nextUserId = 1;

beforeAll(async () => {
  service = await runServiceInMemory();
  client = await service.aClient();
  ({ accessToken } = await service.logIn(client));
});
afterAll(() => service.stop());

const checkin = (body: unknown, headers: Record<string, string> = {}) =>
  post(`${service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${accessToken}`, ...headers });

interface TestUser {
  readonly id: number;
  readonly uid: string;
  readonly email: string;
}

/** A user of the client's company, or of another, that no other test uses. */
const aUser = async (companyId = client.companyId): Promise<TestUser> => {
  const id = nextUserId++;
  const user = { id, uid: `E-${id}`, email: `user${id}@acme.example` };
  await service.stores.users.save({ companyId, ...user });
  return user;
};

type BookingChanges = Partial<Pick<Booking, 'bookingId' | 'kind' | 'checkinOpensAt' | 'noShowAt'>>;

const bookingOf = ({ id }: Pick<TestUser, 'id'>, changes: BookingChanges, companyId = client.companyId): Booking => ({
  openSince: 0,
  user: { companyId, userId: id },
  bookingId: 'desk',
  kind: 'position',
  checkinOpensAt: at - HOUR,
  noShowAt: at + HOUR,
  ...changes,
});

const book = (user: Pick<TestUser, 'id'>, changes: BookingChanges = {}, companyId?: string) =>
  service.stores.bookings.save(bookingOf(user, changes, companyId));

const bookingsOf = ({ id }: Pick<TestUser, 'id'>, companyId = client.companyId) =>
  service.stores.bookings.list({ companyId, userId: id });

const date = new Date(at).toISOString();

describe('POST /scheduling/checkin', () => {
  it('checks the user in on the desk and the parking place that are open, and responds with exactly three members', async () => {
    const user = await aUser();
    await book(user);
    await book(user, { bookingId: 'p7', kind: 'parking' });
    const { status, headers, body } = await checkin({ id: user.id, date });
    expect(status).toBe(200);
    expect(body).toEqual({ statusCode: 200, message: 'Checked in on 2 bookings.', checkinCount: 2 });
    expect(headers.get('x-request-id')).toEqual(expect.any(String));
  });

  it('records the time of receipt, the date, the client, the request and the key', async () => {
    const user = await aUser();
    await book(user);
    const before = Date.now();
    const { headers } = await checkin({ id: user.id, date, notify: true }, { 'Idempotency-Key': 'swipe-1' });
    const [booking] = await bookingsOf(user);
    expect(booking?.checkin).toEqual({
      at,
      receivedAt: expect.any(Number),
      clientId: client.clientId,
      requestId: headers.get('x-request-id'),
      checkinId: headers.get('x-request-id'),
      idempotencyKey: 'swipe-1',
      notify: true,
    });
    expect(booking?.checkin?.receivedAt).toBeGreaterThanOrEqual(before);
    expect(booking?.checkin?.receivedAt).toBeLessThanOrEqual(Date.now());
  });

  describe('explains a count of 0:', () => {
    it('no booking is in its period', async () => {
      const user = await aUser();
      await book(user, { noShowAt: at });
      expect((await checkin({ id: user.id, date })).body).toEqual({
        statusCode: 200,
        message: 'No booking is in its check-in period at 2026-11-21T08:00:00.000Z.',
        checkinCount: 0,
      });
    });

    it('all bookings were checked in before, with the moment of the first', async () => {
      const user = await aUser();
      await book(user);
      await checkin({ id: user.id, date });
      expect((await checkin({ id: user.id, date: '2026-11-21T08:10:00Z' })).body).toEqual({
        statusCode: 200,
        message: 'Already checked in since 2026-11-21T08:00:00.000Z.',
        checkinCount: 0,
      });
      expect((await bookingsOf(user))[0]?.checkin?.at).toBe(at);
    });
  });

  describe('finds the user', () => {
    const ways: [string, (user: TestUser) => object][] = [
      ['by id', ({ id }) => ({ id })],
      ['by id, other members being null', ({ id }) => ({ id, uid: null, email: null, notify: null })],
      ['by uid', ({ uid }) => ({ uid })],
      ['by e-mail address', ({ email }) => ({ email })],
      ['by e-mail address in another case', ({ email }) => ({ email: email.toUpperCase() })],
      ['by id and uid', ({ id, uid }) => ({ id, uid })],
      ['by uid and e-mail address', ({ uid, email }) => ({ uid, email })],
      ['by all three', (user) => ({ ...user })],
    ];
    it.each(ways)('%s', async (_, identify) => {
      const user = await aUser();
      await book(user);
      expect((await checkin({ ...identify(user), date })).body.checkinCount).toBe(1);
    });
  });

  describe('responds with the same 404 for', () => {
    const strangers: [string, (user: TestUser, other: TestUser, stranger: TestUser) => object][] = [
      ['an unknown id', () => ({ id: Number.MAX_SAFE_INTEGER })],
      ['an unknown uid', () => ({ uid: 'nobody' })],
      ['a uid in another case', ({ uid }) => ({ uid: uid.toLowerCase() })],
      ['an id and the uid of another', ({ id }, { uid }) => ({ id, uid })],
      ['a uid and the e-mail address of another', ({ uid }, { email }) => ({ uid, email })],
      ['a user of another company, by id', (_, __, { id }) => ({ id })],
      ['a user of another company, by uid', (_, __, { uid }) => ({ uid })],
      ['a user of another company, by e-mail address', (_, __, { email }) => ({ email })],
    ];
    it.each(strangers)('%s', async (_, identify) => {
      const [user, other, stranger] = [await aUser(), await aUser(), await aUser('another company')];
      for (const one of [user, other]) await book(one);
      await book(stranger, {}, 'another company');
      const { status, headers, body } = await checkin({ ...identify(user, other, stranger), date });
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          statusCode: 404,
          code: 'user_not_found',
          message: 'No user of the company has all the given identifiers.',
          requestId: headers.get('x-request-id'),
        },
      });
      const bookings = [await bookingsOf(user), await bookingsOf(other), await bookingsOf(stranger, 'another company')];
      expect(bookings.flat().filter((booking) => booking.checkin)).toEqual([]);
    });
  });

  it('does not change the bookings of others', async () => {
    const [user, other] = [await aUser(), await aUser()];
    await service.stores.users.save({ companyId: 'another company', id: user.id });
    await book(user);
    await book(other);
    await book(user, {}, 'another company');
    expect((await checkin({ id: user.id, date })).body.checkinCount).toBe(1);
    expect((await bookingsOf(other))[0]?.checkin).toBeUndefined();
    expect((await bookingsOf(user, 'another company'))[0]?.checkin).toBeUndefined();
  });
});

describe('Several gates at once', () => {
  it('share the bookings: 10 check-ins of a user with 5 open bookings add up to 5', async () => {
    const user = await aUser();
    await Promise.all(
      [1, 2, 3, 4, 5].map((index) => book(user, { bookingId: `booking-${index}`, noShowAt: at + HOUR + index })),
    );
    const gates = Array.from({ length: 10 }, (_, gate) =>
      checkin({ uid: user.uid, date }, { 'Idempotency-Key': `gate-${gate}` }),
    );
    const responses = await Promise.all(gates);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(responses.reduce((sum, { body }) => sum + body.checkinCount, 0)).toBe(5);
  });
});

describe('A request that is retried with its Idempotency-Key', () => {
  const repeatable = (user: TestUser, key = `swipe-${user.id}`) =>
    [{ id: user.id, date }, { 'Idempotency-Key': key }] as const;

  it('gets the same response', async () => {
    const user = await aUser();
    await book(user);
    const first = await checkin(...repeatable(user));
    const second = await checkin(...repeatable(user));
    expect(first.body.checkinCount).toBe(1);
    expect(second.body).toEqual(first.body);
  });

  it('is not a retry if its client or its user differs', async () => {
    const [user, other] = [await aUser(), await aUser()];
    await book(user);
    await book(other);
    const colleague = await service.aClient(client.companyId);
    const { accessToken: another } = await service.logIn(colleague);
    expect((await checkin(...repeatable(user, 'same'))).body.checkinCount).toBe(1);
    expect((await checkin(...repeatable(other, 'same'))).body.checkinCount).toBe(1);
    const [body, headers] = repeatable(user, 'same');
    const byColleague = await checkin(body, { ...headers, Authorization: `Bearer ${another}` });
    expect(byColleague.body.checkinCount).toBe(0);
  });
});
