import { afterEach, beforeEach, expect, it } from '@jest/globals';
import texts from '../../../lib/console/browser/locales/en.json' with { type: 'json' };
import { localTableNames } from '../../../shared/local-service.ts';
import { startAttackedService, type AttackedService } from '../../support/attacked-service.ts';
import { csv } from '../../support/console-service.ts';
import { writeFaults, type WriteFault } from '../../support/faulty-writes.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { aCompany } from '../console-api/route-requests.ts';
import { auditedRoutes, prepareChange } from '../console-api/route-changes.ts';

let service: AttackedService;

// A new service for each test, because the snapshots read all items.
beforeEach(async () => {
  service = await startAttackedService();
});
afterEach(() => service.stop());

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

it.each(auditedRoutes)(
  'With a fault in one write, %s is performed and logged once, and its change is never visible without its audit entry',
  async (id) => {
    const undisturbed = await prepareChange(service, id);
    const earlier = await takeSnapshot();
    const writes = await service.countWrites(() => undisturbed.caller.call(id, undisturbed.request));
    const { entries: laterEntries } = await takeSnapshot();
    const entries = laterEntries.length - earlier.entries.length;
    expect(entries).toBeGreaterThan(0);
    // The console has a sentence for each action; the compiler checks that no language lacks one.
    for (const { action } of laterEntries) expect(texts.log.sentences).toHaveProperty([action]);
    for (const fault of writeFaults)
      for (let index = 0; index < writes; index += 1) {
        const { caller, request } = await prepareChange(service, id);
        const before = await takeSnapshot();
        const meanwhile = async () => {
          if (fault === 'hold') expectLogged(before, await takeSnapshot());
        };
        const { status } = await service.attack(fault, index, () => caller.call(id, request), meanwhile);
        const after = await takeSnapshot();
        expectLogged(before, after);
        const logged = after.entries.length - before.entries.length;
        expect({ fault, index, isPerformed: status < 300, logged }).toEqual({
          fault,
          index,
          isPerformed: true,
          logged: entries,
        });
      }
  },
);

it.each(writeFaults)(
  'With the fault "%s", an import of thousands of lines changes no badge if the audit log fails after the first entry',
  async (fault: WriteFault) => {
    const { owner, companyId, userId } = await aCompany(service);
    const padding = Array.from({ length: 5_000 }, (_, index) => `${10_000 + index},`);
    const body = ['id,uid', `${userId},taken`, ...padding].join('\n');
    let logWrites = 0;
    service.inject(({ input }) => {
      if (!JSON.stringify(input).includes(`"${localTableNames.auditLog}"`)) return 'none';
      logWrites += 1;
      return logWrites === 1 ? fault : 'fail';
    });
    const sent = owner.call('importUsers', csv(body));
    await waitUntil(() => logWrites > 0);
    // The write of the first entry might still be on hold.
    expect((await service.stores.users.find({ companyId, userId }))?.uid).toBe(`E-${companyId}`);
    await service.release();
    expect([(await sent).status, takeErrors()]).toEqual([503, ['admin 503']]);
    await service.release();
    service.inject(() => 'none');
    expect((await service.stores.users.find({ companyId, userId }))?.uid).toBe(`E-${companyId}`);
  },
);
