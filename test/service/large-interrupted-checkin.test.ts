import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isBookingUpdate,
  startBreakableService,
  withLongDeadlines,
  type BreakableService,
} from '../support/breakable-service.ts';
import type { HttpResponse } from '../support/running-service.ts';

/** A call that was sent before the response arrives within this time. */
const ARRIVAL_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 1_500;

/** More than the service writes at once: it reads what is done already before it writes. */
const WRITES_PER_REQUEST = 60;

/** A separate service, because so many failures use up the SDK's quota of retries, which recovers slowly. */
let service: BreakableService;

beforeAll(async () => {
  service = await startBreakableService(withLongDeadlines);
});
afterEach(() => service.faultyDatabase.inject(() => 'none'));
afterAll(() => service.stop());

/** The writes of one request, each once, even if it was retried. */
const updatesOf = ({ headers }: HttpResponse): Set<string> => {
  const bodies = service.faultyDatabase
    .calls()
    .filter(isBookingUpdate)
    .map(({ body }) => body);
  return new Set(bodies.filter((body) => body.includes(String(headers.get('x-request-id')))));
};

describe('A check-in with many bookings', () => {
  it('that was interrupted is continued by its repeat, which writes nothing twice', async () => {
    const userId = await service.aBookedUser(55);
    let updates = 0;
    service.faultyDatabase.inject((call) => (isBookingUpdate(call) && (updates += 1) > 50 ? 'fail' : 'none'));
    expect((await service.checkin(userId, `swipe-${userId}`)).status).toBe(503);
    const done = await service.countCheckedIn(userId);
    service.faultyDatabase.inject(() => 'none');
    const repeat = await service.checkin(userId, `swipe-${userId}`);
    expect(repeat).toMatchObject({ status: 200, body: { checkinCount: 55 } });
    expect(updatesOf(repeat).size).toBeLessThanOrEqual(55 - done);
  });

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

  // This test is the last one, because so many failures leave no retries for other tests.
  it('without a key is completed by repeats, although one request can write only some of the bookings', async () => {
    const userId = await service.aBookedUser(65);
    let [done, status] = [0, 0];
    for (let request = 1; status !== 200; request += 1) {
      let updates = 0;
      service.faultyDatabase.inject((call) =>
        isBookingUpdate(call) && (updates += 1) > WRITES_PER_REQUEST ? 'fail' : 'none',
      );
      ({ status } = await service.checkin(userId));
      const before = done;
      done = await service.countCheckedIn(userId);
      expect({ request, isFurther: done > before || done === 65 }).toEqual({ request, isFurther: true });
    }
    expect(done).toBe(65);
  });
});
