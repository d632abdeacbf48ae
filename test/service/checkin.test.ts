import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { post, runServiceInMemory, type RunningService, type TestClient } from '../support/running-service.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

let service: RunningService;
let client: TestClient;
let accessToken: string;
let lastUserId = 0;

beforeAll(async () => {
  service = await runServiceInMemory();
  client = await service.aClient();
  ({ accessToken } = await service.logIn(client));
});
afterAll(() => service.stop());

const checkin = (body: unknown) =>
  post(`${service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${accessToken}` });

interface TestUser {
  readonly id: number;
  readonly uid: string;
  readonly email: string;
}

/** Creates a user who has an open desk booking. By default, the user belongs to the client’s company. */
const aUser = async (companyId = client.companyId): Promise<TestUser> => {
  const id = (lastUserId += 1);
  const user = { id, uid: `E-${id}`, email: `user${id}@acme.example` };
  await service.stores.users.save({ companyId, ...user });
  const period = { checkinOpensAt: at - HOUR, noShowAt: at + HOUR };
  await service.stores.bookings.save({
    user: { companyId, userId: id },
    bookingId: 'desk',
    kind: 'position',
    ...period,
  });
  return user;
};

const bookingsOf = ({ id }: TestUser, companyId = client.companyId) =>
  service.stores.bookings.list({ companyId, userId: id });

const date = new Date(at).toISOString();

describe('POST /scheduling/checkin', () => {
  describe('finds the user', () => {
    const ways: [string, (user: TestUser) => object][] = [
      ['by id, if the other fields are null', ({ id }) => ({ id, uid: null, email: null, notify: null })],
      ['by e-mail address in another case', ({ email }) => ({ email: email.toUpperCase() })],
      ['by id and uid', ({ id, uid }) => ({ id, uid })],
      ['by uid and e-mail address', ({ uid, email }) => ({ uid, email })],
      ['by id, uid and e-mail address', (user) => ({ ...user })],
    ];
    it.each(ways)('%s', async (_, identify) => {
      const user = await aUser();
      expect((await checkin({ ...identify(user), date })).body.checkinCount).toBe(1);
    });
  });

  describe('responds with the same 404, and checks nobody in, for', () => {
    const strangers: [string, (user: TestUser, other: TestUser, stranger: TestUser) => object][] = [
      ['an unknown uid', () => ({ uid: 'nobody' })],
      ['an id with the uid of another user', ({ id }, { uid }) => ({ id, uid })],
      ['a uid with the e-mail address of another user', ({ uid }, { email }) => ({ uid, email })],
      ['a user of another company, by id', (_, __, { id }) => ({ id })],
      ['a user of another company, by uid', (_, __, { uid }) => ({ uid })],
      ['a user of another company, by e-mail address', (_, __, { email }) => ({ email })],
    ];
    it.each(strangers)('%s', async (_, identify) => {
      const [user, other, stranger] = [await aUser(), await aUser(), await aUser('another company')];
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
});
