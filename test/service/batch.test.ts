import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { post, runService, type RunningService, type TestClient } from '../support/running-service.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const date = new Date(at).toISOString();

let service: RunningService;
let client: TestClient;
let accessToken: string;
let lastUserId = 0;

beforeAll(async () => {
  service = await runService();
  client = await service.aClient();
  ({ accessToken } = await service.logIn(client));
});
afterAll(() => service.stop());

const send = (body: unknown) =>
  post(`${service.url}/scheduling/checkin/batch`, body, { Authorization: `Bearer ${accessToken}` });

const aUser = async (...bookings: [bookingId: string, opens: number, ends: number][]): Promise<number> => {
  lastUserId += 1;
  const user = { companyId: client.companyId, userId: lastUserId };
  await service.stores.users.save({ companyId: client.companyId, id: lastUserId, uid: `E-${lastUserId}` });
  for (const [bookingId, opens, ends] of bookings) {
    const period = { checkinOpensAt: at + opens, noShowAt: at + ends };
    await service.stores.bookings.save({ user, bookingId, kind: 'position', ...period });
  }
  return lastUserId;
};

describe('A batch', () => {
  it('performs its items, and returns their results in the order sent', async () => {
    const [booked, unbooked] = [await aUser(['desk', -HOUR, HOUR]), await aUser()];
    const { status, body } = await send({
      items: [
        { key: 'b-1', id: unbooked, date },
        { key: 'b-2', uid: `E-${booked}`, date, notify: true, reader: 'Door 1' },
        { key: 'b-3', uid: 'nobody', date },
      ],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 200,
      message: 'Performed 2 of 3 check-ins; see items.',
      items: [
        {
          key: 'b-1',
          statusCode: 200,
          code: 'nothing_open',
          message: 'No booking is in its check-in period at 2026-11-21T08:00:00.000Z.',
          checkinCount: 0,
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
    const [booking] = await service.stores.bookings.list({ companyId: client.companyId, userId: booked });
    expect(booking?.checkin).toMatchObject({ at, notify: true, reader: 'Door 1', idempotencyKey: 'b-2' });
  });

  it('rejects malformed items, and performs the others', async () => {
    const id = await aUser(['desk', -HOUR, HOUR]);
    const { status, body } = await send({
      items: [null, { key: `${id}-good`, id, date }, { key: 'a space, no date', id }],
    });
    expect(status).toBe(200);
    expect(body.items).toEqual([
      expect.objectContaining({ statusCode: 400, code: 'invalid_field', errors: [expect.any(Object)] }),
      expect.objectContaining({ key: `${id}-good`, statusCode: 200, code: 'checked_in', checkinCount: 1 }),
      {
        key: 'a space, no date',
        statusCode: 400,
        code: 'invalid_field',
        message: expect.any(String),
        errors: [expect.objectContaining({ field: 'key' }), expect.objectContaining({ field: 'date' })],
      },
    ]);
  });
});
