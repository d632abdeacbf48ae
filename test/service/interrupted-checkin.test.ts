import { afterEach, describe, expect, it } from '@jest/globals';
import { isBookingUpdate, startBreakableService, within } from '../support/breakable-service.ts';
import { useForFile } from '../support/use-service.ts';
import { takeErrors } from '../support/run/service-log.ts';
import { runService } from '../support/running-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const service = useForFile(() => startBreakableService(runService));

afterEach(() => service.faultyDatabase.inject(() => 'none'));

describe('A check-in', () => {
  it('still ends within a second if one call is throttled', async () => {
    const { status, body } = await within(1_000, async () => {
      const userId = await service.aBookedUser();
      service.faultyDatabase.inject(({ earlierRequests }) => (earlierRequests === 0 ? 'throttle' : 'none'));
      return service.checkin(userId);
    });
    expect({ status, count: body.checkinCount }).toEqual({ status: 200, count: 3 });
  });

  it.each(['reset', 'throttle', 'fail', 'lose'] as const)(
    'returns the right count if each call to the database fails once: %s',
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
      expect(service.faultyDatabase.sent()).toHaveLength(2 * sent.size);
      expect(await service.countCheckedIn(userId)).toBe(3);
    },
  );

  it('ends its calls to the database when it responds', async () => {
    const userId = await service.aBookedUser(20);
    let updates = 0;
    // Every second write hangs, and the others fail. When the SDK gives up on one, the rest still hang or wait for a retry.
    service.faultyDatabase.inject((call) => {
      if (!isBookingUpdate(call)) return 'none';
      return (updates += 1) % 2 === 0 ? 'hang' : 'fail';
    });
    expect([(await service.checkin(userId)).status, takeErrors()]).toEqual([503, ['checkin 503']]);
    // A call that is not aborted hangs for a minute.
    await waitUntil(() => service.faultyDatabase.unfinished() === 0, 30_000);
  });
});
