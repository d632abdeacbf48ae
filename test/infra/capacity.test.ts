import { describe, expect, it } from '@jest/globals';
import { neededConcurrency } from '../../shared/concurrency.ts';
import { stages } from '../../lib/aws/stages.ts';

describe('peakCheckinsPerSecond', () => {
  it.each(Object.entries(stages))(
    'in %s is at most a tenth of the throttle’s rate, so that the throttle is not the first limit to be reached',
    (_, settings) => {
      const { requestsPerSecond, burst } = settings.throttles.checkin;
      expect(requestsPerSecond).toBeGreaterThanOrEqual(10 * settings.peakCheckinsPerSecond);
      expect(burst).toBeGreaterThanOrEqual(requestsPerSecond);
    },
  );

  it.each([
    [10, 1],
    [11, 2],
    [110_000, 11_000],
  ])('of %i check-ins per second needs %i concurrent executions', (peak, executions) => {
    expect(neededConcurrency(peak)).toBe(executions);
  });
});
