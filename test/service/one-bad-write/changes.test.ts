import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import {
  startAttackedService,
  writeFaults,
  type AttackedService,
  type WriteFault,
} from '../../support/attacked-service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { aCompany } from '../console-api/route-requests.ts';
import { auditedRoutes, prepareChange } from '../console-api/route-changes.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await startAttackedService();
});
afterAll(() => service.stop());

interface Snapshot {
  /** All items except those of the log. */
  readonly state: string;
  readonly entries: readonly { readonly action: string }[];
}

const isEntry = (item: object): item is { action: string } => 'entry' in item && 'actor' in item;

const takeSnapshot = async (): Promise<Snapshot> => {
  const all = await service.readEverything();
  return { state: JSON.stringify(all.filter((item) => !('entry' in item))), entries: all.filter(isEntry) };
};

/** Expects that no change is visible without its audit entry. */
const expectLogged = (before: Snapshot, after: Snapshot): void => {
  if (after.state !== before.state) expect(after.entries.length).toBeGreaterThan(before.entries.length);
};

/** Counts the writes of a request to the route, and the audit entries that the request adds. */
const countEffects = async (id: ConsoleRouteId) => {
  const { caller, request } = await prepareChange(service, id);
  const before = await takeSnapshot();
  const writes = await service.countWrites(() => caller.call(id, request));
  return { writes, entries: (await takeSnapshot()).entries.length - before.entries.length };
};

const counts = new Map<ConsoleRouteId, ReturnType<typeof countEffects>>();
/** The counts of a request without a fault, which are measured once for each route. */
const usualCounts = (id: ConsoleRouteId): ReturnType<typeof countEffects> => {
  const found = counts.get(id) ?? countEffects(id);
  counts.set(id, found);
  return found;
};

const csv = (body: string) => ({ body, headers: { 'Content-Type': 'text/csv' } });

describe.each(writeFaults)('With the fault "%s" in one write', (fault: WriteFault) => {
  it.each(auditedRoutes)(
    '%s is performed and logged once, and its change is never visible without its audit entry',
    async (id) => {
      const { writes, entries } = await usualCounts(id);
      expect(entries).toBeGreaterThan(0);
      for (let index = 0; index < writes; index += 1) {
        const { caller, request } = await prepareChange(service, id);
        const before = await takeSnapshot();
        const meanwhile = async () => {
          if (fault === 'hold') expectLogged(before, await takeSnapshot());
        };
        const { status } = await service.attack(fault, index, () => caller.call(id, request), meanwhile);
        expect(status).toBeLessThan(300);
        const after = await takeSnapshot();
        expectLogged(before, after);
        expect(after.entries.length - before.entries.length).toBe(entries);
      }
    },
  );

  it('an import of thousands of lines changes no badge if the audit log fails after the first entry', async () => {
    const { owner, companyId, userId } = await aCompany(service);
    const padding = Array.from({ length: 5_000 }, (_, index) => `${10_000 + index},`);
    const body = ['id,uid', `${userId},taken`, ...padding].join('\n');
    let logWrites = 0;
    service.databaseProxy.inject(({ operation, body: requestBody }) => {
      if (!/Put|Transact/.test(operation) || !requestBody.includes('"AuditLog"')) return 'none';
      logWrites += 1;
      return logWrites === 1 ? fault : 'fail';
    });
    const sent = owner.call('importUsers', csv(body));
    await waitUntil(() => logWrites > 0);
    // The write of the first entry might still be on hold.
    expect((await service.stores.users.find({ companyId, userId }))?.uid).toBe(`E-${companyId}`);
    await service.databaseProxy.release();
    expect((await sent).status).toBe(503);
    await service.databaseProxy.release();
    service.databaseProxy.inject(() => 'none');
    expect((await service.stores.users.find({ companyId, userId }))?.uid).toBe(`E-${companyId}`);
  });
});
