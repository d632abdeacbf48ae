import { afterAll, describe, expect, it } from '@jest/globals';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase } from '../support/open-database.ts';

const db = await openDatabase();
afterAll(() => db.close());
const attempts = makeCheckinAttemptStore(db.database, db.tableNames.checkinAttempts);
const now = Date.UTC(2026, 10, 21);

describe('The check-in attempt store', () => {
  const aKey = () => ({ clientId: freshCompanyId(), idempotencyKey: 'one', user: { companyId: 'acme', userId: 1 } });
  const laterAttempt = { checkinId: 'request-2', at: now + 9, receivedAt: now + 9, notify: false, open: ['other'] };
  const withoutBookings = { checkinId: 'request-1', at: now, receivedAt: now + 1, notify: true };
  const attempt = { ...withoutBookings, open: ['desk', 'parking'] };

  it('remembers the first attempt with a key, and its bookings', async () => {
    const key = aKey();
    expect(await attempts.begin(key, attempt)).toEqual(attempt);
    expect(await attempts.begin(key, laterAttempt)).toEqual(attempt);
  });

  it.each([
    ['remembers an attempt for 72 hours', 72 * 60 * 60_000 - 1_000, attempt],
    ['forgets an attempt after 72 hours, even if DynamoDB has not deleted it yet', 72 * 60 * 60_000 + 2_000, undefined],
  ])('%s', async (_, elapsed, remembered) => {
    const key = aKey();
    await attempts.begin(key, attempt);
    const next = { ...laterAttempt, receivedAt: attempt.receivedAt + elapsed };
    expect(await attempts.begin(key, next)).toEqual(remembered ?? next);
    expect(await attempts.begin(key, next)).toEqual(remembered ?? next);
  });

  it('remembers that no booking was open', async () => {
    const key = aKey();
    expect(await attempts.begin(key, { ...attempt, open: [] })).toEqual({ ...attempt, open: [] });
    expect((await attempts.begin(key, laterAttempt)).open).toEqual([]);
  });

  it('remembers two thousand bookings with ids of maximum length', async () => {
    const open = Array.from({ length: 2_000 }, (_, index) => String(index).padStart(128, 'x'));
    expect(await attempts.begin(aKey(), { ...attempt, open })).toEqual({ ...attempt, open });
  });

  it('omits a list of bookings that is too long for an item, and never stores a later attempt’s list instead', async () => {
    const key = aKey();
    const open = Array.from({ length: 2_000 }, (_, index) => String(index).padStart(128, 'ü'));
    expect(await attempts.begin(key, { ...attempt, open })).toEqual(withoutBookings);
    expect(await attempts.begin(key, laterAttempt)).toEqual(withoutBookings);
  });

  it.each([
    ['another client', { clientId: 'someone else' }],
    ['another user', { user: { companyId: 'acme', userId: 2 } }],
    ['another company', { user: { companyId: 'acme#1', userId: 1 } }],
    ['another key', { idempotencyKey: 'two' }],
  ])('finds no earlier attempt for %s', async (_, changes) => {
    const key = aKey();
    await attempts.begin(key, attempt);
    expect(await attempts.begin({ ...key, ...changes }, laterAttempt)).toMatchObject({ checkinId: expect.any(String) });
    expect((await attempts.begin({ ...key, ...changes }, laterAttempt)).checkinId).not.toBe(attempt.checkinId);
  });

  it('returns the same first attempt to all requests that begin at the same time', async () => {
    const key = aKey();
    const simultaneous = Array.from({ length: 20 }, (_, index) => ({
      ...attempt,
      checkinId: `request-${index}`,
      at: now + index,
    }));
    const begun = await Promise.all(simultaneous.map((each) => attempts.begin(key, each)));
    expect(new Set(begun.map((each) => JSON.stringify(each))).size).toBe(1);
  });
});
