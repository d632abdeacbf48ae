import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runHistory } from '../tools/faults/history.ts';
import { startKillableService, type KillableService } from '../tools/faults/killable-service.ts';

let service: KillableService;
beforeAll(async () => {
  service = await startKillableService();
});
afterAll(() => service.stop());

/** `npm run test:faults` runs new histories each time. */
it('No check-in is lost or counted twice while the service and its database are killed and restarted', async () => {
  const { violations, checkedIn } = await runHistory(service, 7_100);
  expect(violations).toEqual([]);
  expect(checkedIn).toBeGreaterThan(0);
}, 900_000);
