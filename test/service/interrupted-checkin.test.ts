import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isBookingUpdate,
  startBreakableService,
  within,
  withLongDeadlines,
  type BreakableService,
} from '../support/breakable-service.ts';

/** A call that was sent before the response arrives within this time. */
const ARRIVAL_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 1_500;

let service: BreakableService;

beforeAll(async () => {
  service = await startBreakableService(withLongDeadlines);
});
afterEach(() => service.faultyDatabase.inject(() => 'none'));
afterAll(() => service.stop());

describe('A check-in', () => {
  it('costs less than a second more if one call is throttled', async () => {
    const { status, body } = await within(1_000, async () => {
      const userId = await service.aBookedUser();
      service.faultyDatabase.inject(({ number }) => (number === 0 ? 'throttle' : 'none'));
      return service.checkin(userId);
    });
    expect({ status, count: body.checkinCount }).toEqual({ status: 200, count: 3 });
  });

  it('has the right count if the response to any one of its calls to the database is lost', async () => {
    let calls = 1;
    for (let faulty = 0; faulty < calls; faulty += 1) {
      const userId = await service.aBookedUser(2);
      service.faultyDatabase.inject(({ number }) => (number === faulty ? 'lose' : 'none'));
      const { status, body } = await service.checkin(userId, `swipe-${userId}`);
      expect({ faulty, status, count: body.checkinCount }).toEqual({ faulty, status: 200, count: 2 });
      calls = service.faultyDatabase.calls().length;
      expect(await service.countCheckedIn(userId)).toBe(2);
    }
  });

  it.each(['reset', 'throttle', 'fail', 'lose'] as const)(
    'has the right count if each of its calls to the database fails once by: %s',
    async (fault) => {
      const userId = await service.aBookedUser();
      const sent = new Set<string>();
      service.faultyDatabase.inject(({ body }) => {
        const isRetry = sent.has(body);
        sent.add(body);
        return isRetry ? 'none' : fault;
      });
      const { status, body } = await service.checkin(userId, `swipe-${userId}`);
      expect({ status, count: body.checkinCount }).toEqual({ status: 200, count: 3 });
      expect(service.faultyDatabase.calls()).toHaveLength(2 * sent.size);
      expect(await service.countCheckedIn(userId)).toBe(3);
    },
  );

  it.each(['lose', 'fail'] as const)(
    'that was interrupted is finished by a repeat with its key, with the count of an uninterrupted one: %s',
    async (fault) => {
      const userId = await service.aBookedUser();
      let updates = 0;
      service.faultyDatabase.inject((call) => (isBookingUpdate(call) && (updates += 1) > 1 ? fault : 'none'));
      expect((await service.checkin(userId, `swipe-${userId}`)).status).toBe(503);
      service.faultyDatabase.inject(() => 'none');
      const repeat = await service.checkin(userId, `swipe-${userId}`);
      expect(repeat).toMatchObject({ status: 200, body: { checkinCount: 3 } });
      expect(await service.countCheckedIn(userId)).toBe(3);
    },
  );

  // The last test, because so many failures leave no retries for others.
  it('has no pending calls after its response', async () => {
    const userId = await service.aBookedUser(20);
    let updates = 0;
    // One write fails until the SDK gives up. At that moment, all other writes wait for their next retry.
    service.faultyDatabase.inject((call) => {
      if (!isBookingUpdate(call)) return 'none';
      return (updates += 1) % 2 === 0 ? 'hang' : 'fail';
    });
    expect((await service.checkin(userId)).status).toBe(503);
    await sleep(ARRIVAL_MILLISECONDS);
    const asked = service.faultyDatabase.calls().length;
    await sleep(RETRY_MILLISECONDS);
    expect(service.faultyDatabase.calls().length - asked).toBe(0);
  });
});
