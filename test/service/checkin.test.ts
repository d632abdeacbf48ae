import { beforeAll, describe, expect, it } from '@jest/globals';
import { post, type TestClient } from '../support/running-service.ts';
import { useServiceInMemory } from '../support/use-service.ts';

const at = Date.UTC(2026, 10, 21, 8);
const date = '2026-11-21T08:00:00.000Z';

const service = useServiceInMemory();
let client: TestClient;
let authorization: { readonly Authorization: string };
let lastUserId = 0;

beforeAll(async () => {
  client = await service.aClient();
  authorization = { Authorization: `Bearer ${(await service.logIn(client)).accessToken}` };
});

const checkin = (body: unknown, language = 'en') =>
  post(`${service.url}/scheduling/checkin`, body, { ...authorization, 'Accept-Language': language });

interface TestUser {
  readonly id: number;
  readonly uid: string;
  readonly email: string;
}

/** Creates a user, by default of the client’s company. */
const aUserWithoutBooking = async (companyId = client.companyId): Promise<TestUser> => {
  const id = (lastUserId += 1);
  const user = { id, uid: `E-${id}`, email: `user${id}@acme.example` };
  await service.stores.users.save({ companyId, ...user });
  return user;
};

/** Creates a user who has an open desk booking. */
const aUser = async (companyId = client.companyId): Promise<TestUser> => {
  const user = await aUserWithoutBooking(companyId);
  await service.stores.book({ companyId, userId: user.id }, { at });
  return user;
};

const bookingsOf = ({ id }: TestUser, companyId = client.companyId) =>
  service.stores.bookings.list({ companyId, userId: id });

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

  describe('with identifiers of different people', () => {
    const message = 'The identifiers belong to different people. Send only those of the person who badged.';

    it.each<[string, (user: TestUser, other: TestUser) => object]>([
      ['an id and a uid', ({ id }, { uid }) => ({ id, uid })],
      ['a uid and an e-mail address', ({ uid }, { email }) => ({ uid, email })],
      [
        'an id, and the e-mail address of another, and nobody’s uid',
        ({ id }, { email }) => ({ id, email, uid: 'nobody' }),
      ],
    ])('is a 404 that says so, and so does the log: %s', async (_, identify) => {
      const [user, other] = [await aUser(), await aUser()];
      const identifiers = identify(user, other);
      const error = { statusCode: 404, code: 'user_not_found', message };
      const { status, body } = await checkin({ ...identifiers, date });
      expect({ status, body }).toMatchObject({ status: 404, body: error });
      const { items } = await service.stores.log.listByCompany(client.companyId, { kind: 'checkin' }, { limit: 1 });
      expect(items).toMatchObject([{ statusCode: 404, code: 'user_not_found', identifiers, differentPeople: true }]);
      const batch = { items: [{ key: `${user.id}`, ...identifiers, date }] };
      const response = await post(`${service.url}/scheduling/checkin/batch`, batch, authorization);
      expect(response.body.items).toMatchObject([error]);
      expect([...(await bookingsOf(user)), ...(await bookingsOf(other))].filter(({ checkin: done }) => done)).toEqual(
        [],
      );
    });
  });

  describe('responds with the same 404, and checks nobody in, for', () => {
    const strangers: [string, (user: TestUser, other: TestUser, stranger: TestUser) => object][] = [
      ['an unknown uid', () => ({ uid: 'nobody' })],
      ['an id with an unknown uid', ({ id }) => ({ id, uid: 'nobody' })],
      ['an id with the uid of a user of another company', ({ id }, _, { uid }) => ({ id, uid })],
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

  it.each([
    ['pt-BR', 'Check-in feito em 1 reserva.', 'O check-in já foi feito em 2026-11-21T08:00:00.000Z.'],
    ['es', 'Check-in realizado en 1 reserva.', 'El check-in ya se hizo el 2026-11-21T08:00:00.000Z.'],
    ['de', '1 Buchung eingecheckt.', 'Bereits eingecheckt: 2026-11-21T08:00:00.000Z.'],
  ])('describes the outcome in the language that the caller prefers: %s', async (language, checkedIn, already) => {
    const { id } = await aUser();
    const first = await checkin({ id, date }, language);
    expect(first.body).toEqual({ statusCode: 200, message: checkedIn, checkinCount: 1 });
    expect(first.headers.get('content-language')).toBe(language);
    const second = await checkin({ id, date }, language);
    expect(second.body).toEqual({ statusCode: 200, message: already, checkinCount: 0 });
  });

  it('describes errors in the language that the caller prefers, but does not translate the names of fields', async () => {
    const { status, headers, body } = await checkin({ id: 0 }, 'es-MX, en;q=0.5');
    expect({ status, language: headers.get('content-language') }).toEqual({ status: 400, language: 'es' });
    expect(body).toEqual({
      statusCode: 400,
      code: 'invalid_field',
      message: 'Algunos campos no son válidos; consulte `errors`.',
      requestId: headers.get('x-request-id'),
      errors: [{ field: 'id', message: 'id debe ser un número entero de 1 a 9007199254740991.' }],
    });
  });
});

describe('POST /scheduling/checkin/batch', () => {
  it('performs the valid items, and returns the results of all items in the order sent', async () => {
    const [booked, unbooked] = [await aUser(), await aUserWithoutBooking()];
    const items = [
      { key: 'b-1', id: unbooked.id, date },
      { key: 'a space, no date', id: booked.id },
      { key: 'b-2', uid: booked.uid, date, notify: true, reader: 'Door 1' },
      { key: 'b-3', uid: 'nobody', date },
    ];
    const { status, body } = await post(`${service.url}/scheduling/checkin/batch`, { items }, authorization);
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 200,
      message: 'Performed 2 of 4 check-ins; see items.',
      items: [
        {
          key: 'b-1',
          statusCode: 200,
          code: 'nothing_open',
          message: `No booking is in its check-in period at ${date}.`,
          checkinCount: 0,
        },
        {
          key: 'a space, no date',
          statusCode: 400,
          code: 'invalid_field',
          message: expect.any(String),
          errors: [expect.objectContaining({ field: 'key' }), expect.objectContaining({ field: 'date' })],
        },
        { key: 'b-2', statusCode: 200, code: 'checked_in', message: 'Checked in to 1 booking.', checkinCount: 1 },
        {
          key: 'b-3',
          statusCode: 404,
          code: 'user_not_found',
          message: 'No user of the company has all the given identifiers.',
        },
      ],
    });
    const [booking] = await bookingsOf(booked);
    expect(booking?.checkin).toMatchObject({ at, notify: true, reader: 'Door 1', idempotencyKey: 'b-2' });
  });
});
