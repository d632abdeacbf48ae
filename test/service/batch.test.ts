import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckinEntry } from '../../shared/domain/activity-log.ts';
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

const send = (body: unknown, token = accessToken) =>
  post(`${service.url}/scheduling/checkin/batch`, body, { Authorization: `Bearer ${token}` });

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

const view = (items: { key: string; statusCode: number; code: string; checkinCount?: number }[]) =>
  items.map(({ key, statusCode, code, checkinCount }) => [key, statusCode, code, checkinCount]);

/** Which fields the error of an item names. */
const fieldsIn =
  (body: { items: { errors: { field: string }[] }[] }) =>
  (index: number): string[] | undefined =>
    body.items[index]?.errors.map(({ field }) => field);

const logOf = async (userId: number): Promise<CheckinEntry[]> => {
  const { entries } = await service.stores.log.listByUser({ companyId: client.companyId, userId }, {}, { limit: 50 });
  return entries as CheckinEntry[];
};

describe('A batch', () => {
  it('performs its items, and returns results in the order in which they were sent', async () => {
    const [one, other] = [await aUser(['desk', -HOUR, HOUR]), await aUser()];
    const { status, body } = await send({
      items: [
        { key: 'b-1', id: other, date },
        { key: 'b-2', uid: `E-${one}`, date, notify: true, reader: 'Door 1' },
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
        { key: 'b-2', statusCode: 200, code: 'checked_in', message: 'Checked in on 1 booking.', checkinCount: 1 },
        {
          key: 'b-3',
          statusCode: 404,
          code: 'user_not_found',
          message: 'No user of the company has all the given identifiers.',
        },
      ],
    });
    const [booking] = await service.stores.bookings.list({ companyId: client.companyId, userId: one });
    expect(booking?.checkin).toMatchObject({ at, notify: true, reader: 'Door 1', idempotencyKey: 'b-2' });
  });

  it('performs the items of a user in the order of their moments, not the order in which they were sent', async () => {
    const id = await aUser(['morning', -HOUR, HOUR], ['all day', -HOUR, 9 * HOUR], ['evening', 4 * HOUR, 9 * HOUR]);
    const { body } = await send({
      items: [
        { key: `${id}-late`, id, date: '2026-11-21T13:00:00Z' },
        { key: `${id}-early`, id, date },
        { key: `${id}-again`, id, date: '2026-11-21T08:00:01Z' },
      ],
    });
    expect(view(body.items)).toEqual([
      [`${id}-late`, 200, 'checked_in', 1],
      [`${id}-early`, 200, 'checked_in', 2],
      [`${id}-again`, 200, 'already_checked_in', 0],
    ]);
  });

  it('that is sent again gets the same counts, also one at a time, and is marked in the log', async () => {
    const id = await aUser(['desk', -HOUR, HOUR]);
    const items = [
      { key: `${id}-1`, id, date },
      { key: `${id}-2`, id, date },
    ];
    const first = await send({ items });
    const again = await send({ items: items.toReversed() });
    expect(again.body.items.toReversed()).toEqual(first.body.items);
    const alone = await post(
      `${service.url}/scheduling/checkin`,
      { id, date },
      { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': `${id}-1` },
    );
    expect(alone.body.checkinCount).toBe(1);
    const entries = await logOf(id);
    expect(entries).toHaveLength(5);
    expect(entries.filter(({ repeated }) => repeated)).toHaveLength(3);
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(5);
  });

  it('refuses a malformed item, and performs the others', async () => {
    const id = await aUser(['desk', -HOUR, HOUR]);
    const { status, body } = await send({
      items: [
        { key: 'no date', id },
        { key: 7, id, date },
        null,
        { key: 'nobody', date },
        { key: `${id}-good`, id, date },
        { key: 'wrong', id: '1', date: 'today', notify: 1, reader: '' },
      ],
    });
    expect(status).toBe(200);
    expect(view(body.items)).toEqual([
      ['no date', 400, 'invalid_field', undefined],
      [null, 400, 'invalid_field', undefined],
      [null, 400, 'invalid_field', undefined],
      ['nobody', 400, 'invalid_field', undefined],
      [`${id}-good`, 200, 'checked_in', 1],
      ['wrong', 400, 'invalid_field', undefined],
    ]);
    const fieldsOf = fieldsIn(body);
    expect(fieldsOf(0)).toEqual(['key', 'date']);
    expect(fieldsOf(2)).toEqual(['items[2]']);
    expect(fieldsOf(5)).toEqual(['id', 'date', 'notify', 'reader']);
  });

  it('has no dry run: an item that asks for one is refused, and nothing is done', async () => {
    const id = await aUser(['desk', -HOUR, HOUR]);
    const { body } = await send({
      items: [
        { key: `${id}-dry`, id, date, dryRun: true },
        { key: `${id}-text`, id, date, dryRun: 'false' },
        { key: `${id}-wet`, id, date, dryRun: false, reader: null, notify: null },
      ],
    });
    expect(view(body.items)).toEqual([
      [`${id}-dry`, 400, 'invalid_field', undefined],
      [`${id}-text`, 400, 'invalid_field', undefined],
      [`${id}-wet`, 200, 'checked_in', 1],
    ]);
    expect([0, 1].map(fieldsIn(body))).toEqual([['dryRun'], ['dryRun']]);
    expect(body.items[0].errors[0].message).toContain('batch');
    expect((await logOf(id)).map(({ code }) => code)).toEqual(['checked_in']);
  });

  it.each([
    ['key', ''],
    ['key', 'ключ'],
    ['key', 'k'.repeat(129)],
    ['id', 0],
    ['id', '1'],
    ['uid', 7],
    ['uid', 'x'.repeat(129)],
    ['email', 'a'],
    ['date', 'today'],
    ['date', null],
    ['notify', 'true'],
    ['reader', ''],
    ['reader', 'Main\nentrance'],
    ['reader', 7],
  ])('names the member of an item that is wrong: %s of %j', async (field, value) => {
    const { status, body } = await send({ items: [{ key: 'k', id: 1, date, [field]: value }] });
    expect([status, body.items[0].statusCode, fieldsIn(body)(0)]).toEqual([200, 400, [field]]);
  });

  it('refuses an item with the key of another swipe with 422, and performs the others', async () => {
    const id = await aUser(['desk', -HOUR, HOUR]);
    await send({ items: [{ key: `${id}-1`, id, date }] });
    const { body } = await send({ items: [{ key: `${id}-1`, id, date: '2026-11-21T12:00:00Z' }] });
    expect(view(body.items)).toEqual([[`${id}-1`, 422, 'idempotency_key_reused', undefined]]);
  });

  it.each([
    ['no items', {}],
    ['no list', { items: {} }],
    ['an empty list', { items: [] }],
    ['101 items', { items: Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, id: 1, date })) }],
    ['two equal keys', { items: [{ key: 'same', id: 1, date }, { key: 'same' }] }],
  ])('of %s is a 400 that names the items', async (_, body) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_field', errors: [{ field: 'items' }] },
    });
  });

  it('of 257 KiB gets a 413, and one of 200 KiB is accepted', async () => {
    const padded = (kibibytes: number) => ({
      items: [{ key: 'k', id: 999_999, date }],
      x: 'x'.repeat(kibibytes * 1024),
    });
    expect((await send(padded(257))).status).toBe(413);
    expect((await send(padded(200))).status).toBe(200);
  });

  it('needs a valid token of a client that may check in', async () => {
    expect((await send({ items: [{ key: 'k', id: 1, date }] }, 'x.y.z')).status).toBe(401);
    const gone = await service.aClient(client.companyId);
    const { accessToken: token } = await service.logIn(gone);
    await service.stores.deleteClient(gone.clientId);
    expect((await send({ items: [{ key: 'k', id: 1, date }] }, token)).status).toBe(401);
  });
});
