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
  'No check-in is lost or counted twice in a history with the fault "%s"',
  async (mode, seed) => {
    const { violations, checkedIn } = await runHistory(service, mode, seed);
    expect(violations).toEqual([]);
    expect(checkedIn).toBeGreaterThan(0);
  },
  900_000,
);
