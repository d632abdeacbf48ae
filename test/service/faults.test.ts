import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runHistory } from '../tools/faults/history.ts';
import { startKillableService, type KillableService } from '../tools/faults/killable-service.ts';

let service: KillableService;
beforeAll(async () => {
  service = await startKillableService();
});
afterAll(() => service.stop());

/** `npm run test:faults` runs new histories each time. */
it.each([
  ['kill', 7_100],
  ['clock', 7_018],
] as const)(
  'While gates send and the service meets a %s, no check-in is lost or counted twice',
  async (mode, seed) => {
    const { violations, checkedIn } = await runHistory(service, mode, seed);
    expect(violations).toEqual([]);
    expect(checkedIn).toBeGreaterThan(0);
  },
  900_000,
);
