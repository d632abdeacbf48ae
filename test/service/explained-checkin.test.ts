import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckinEntry } from '../../shared/domain/activity-log.ts';
import type { Booking } from '../../shared/domain/booking.ts';
import { post, runServiceInMemory, type RunningService, type TestClient } from '../support/running-service.ts';

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const date = new Date(at).toISOString();
const KEY = { 'Idempotency-Key': 'swipe-1' };

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

const checkin = (body: object, headers: Record<string, string> = {}) =>
  post(`${service.url}/scheduling/checkin`, body, { Authorization: `Bearer ${accessToken}`, ...headers });

const aUser = async (): Promise<number> => {
  lastUserId += 1;
  await service.stores.users.save({ companyId: client.companyId, id: lastUserId, uid: `E-${lastUserId}` });
  return lastUserId;
};

const book = (userId: number, bookingId: string, opens: number, ends: number, changes: Partial<Booking> = {}) =>
  service.stores.bookings.save({
    user: { companyId: client.companyId, userId },
    bookingId,
    kind: 'position',
    checkinOpensAt: at + opens,
    noShowAt: at + ends,
    ...changes,
  });

const bookDay = async (userId: number): Promise<void> => {
  await book(userId, 'desk', -HOUR, HOUR, { name: 'Desk 4.12' });
  await book(userId, 'parking', -HOUR, 2 * HOUR, { kind: 'parking' });
  await book(userId, 'evening', 10 * HOUR, 12 * HOUR);
  await book(userId, 'night', -9 * HOUR, -2 * HOUR);
  await book(userId, 'tomorrow', 24 * HOUR, 26 * HOUR);
};

const resultsOf = (body: { bookings: { bookingId: string; result: string }[] }) =>
  body.bookings.map(({ bookingId, result }) => `${bookingId} ${result}`);

const logOf = async (userId: number): Promise<CheckinEntry[]> => {
  const { entries } = await service.stores.log.listByUser({ companyId: client.companyId, userId }, {}, { limit: 50 });
  return entries as CheckinEntry[];
};

/** The newest entry without a user. */
const lastUnknown = async (): Promise<CheckinEntry> => {
  const from = Date.now() - HOUR;
  const { entries } = await service.stores.log.listByCompany(client.companyId, { from }, { limit: 1 });
  return entries[0] as CheckinEntry;
};

describe('A check-in with details', () => {
  it('returns what it did, and the bookings near the moment', async () => {
    const id = await aUser();
    await bookDay(id);
    const { status, body } = await checkin({ id, date, details: true });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['statusCode', 'message', 'checkinCount', 'code', 'bookings']);
    expect(body).toMatchObject({ statusCode: 200, checkinCount: 2, code: 'checked_in' });
    expect(body.bookings).toEqual([
      {
        bookingId: 'desk',
        kind: 'position',
        name: 'Desk 4.12',
        result: 'checked_in',
        checkinOpensAt: '2026-11-21T07:00:00.000Z',
        noShowAt: '2026-11-21T09:00:00.000Z',
        checkedInAt: '2026-11-21T08:00:00.000Z',
      },
      expect.objectContaining({ bookingId: 'parking', kind: 'parking', result: 'checked_in' }),
      {
        bookingId: 'evening',
        kind: 'position',
        result: 'too_early',
        checkinOpensAt: '2026-11-21T18:00:00.000Z',
        noShowAt: '2026-11-21T20:00:00.000Z',
      },
      expect.objectContaining({ bookingId: 'night', result: 'too_late' }),
    ]);
  });
});

describe('A dry run', () => {
  it('returns what would happen, and writes and logs nothing', async () => {
    const id = await aUser();
    await bookDay(id);
    const tried = await checkin({ id, date, dryRun: true, notify: true, reader: 'Door 1' });
    expect(tried.body).toMatchObject({ statusCode: 200, checkinCount: 2, code: 'checked_in' });
    expect(tried.body.message).toContain('Would check in on 2 bookings');
    expect(resultsOf(tried.body)).toEqual(['desk open', 'parking open', 'evening too_early', 'night too_late']);
    const bookings = await service.stores.bookings.list({ companyId: client.companyId, userId: id });
    expect(bookings.filter((booking) => booking.checkin)).toEqual([]);
    expect(await logOf(id)).toEqual([]);
    const real = await checkin({ id, date, details: true });
    expect(real.body.checkinCount).toBe(2);
    const after = await checkin({ id, date, dryRun: true });
    expect(after.body).toMatchObject({ checkinCount: 0, code: 'already_checked_in' });
  });

  it('for an unknown user is a 404, and with an Idempotency-Key a 400 that names it', async () => {
    expect(await checkin({ id: 999_999, dryRun: true })).toMatchObject({ status: 404 });
    const refused = await checkin({ id: 1, dryRun: true }, KEY);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_field', errors: [{ field: 'dryRun' }] } });
  });
});

describe('The log', () => {
  it('has identifiers only for a request that found no user', async () => {
    await checkin({ uid: 'nobody', email: 'Nobody@acme.example', date });
    expect(await lastUnknown()).toMatchObject({
      statusCode: 404,
      code: 'user_not_found',
      checkinCount: 0,
      at,
      identifiers: { uid: 'nobody', email: 'nobody@acme.example' },
    });
    expect(await lastUnknown()).not.toHaveProperty('userId');
  });

  it('has no entry for a request that was refused before its user was known', async () => {
    const before = await lastUnknown();
    await checkin({ id: 'x' });
    await checkin({ id: 1 }, { Authorization: 'Bearer x.y.z' });
    await checkin({ id: 999_999, dryRun: true });
    expect(await lastUnknown()).toEqual(before);
  });
});
