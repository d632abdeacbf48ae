import { readFileSync } from 'node:fs';
import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { localTableNames } from '../../../shared/local-service.ts';
import type { Command } from '../../support/memory-database/memory-database.ts';
import { interceptDatabase } from '../../support/intercept-database.ts';
import { startConsoleService, type ConsoleService } from '../../support/console-service.ts';
import { auditedRoutes, prepareChange } from './route-changes.ts';

const sentences = readFileSync('lib/console/browser/pages/log/sentences.ts', 'utf8');

let isLogAvailable = true;
let service: ConsoleService;

const writesLog = ({ constructor: { name }, input }: Command): boolean =>
  /Put|Update|Delete|Write/.test(name) && JSON.stringify(input).includes(`"${localTableNames.auditLog}"`);

const rejectWrite = (): Promise<never> =>
  Promise.reject(new InternalServerError({ message: 'the log is unavailable', $metadata: { httpStatusCode: 500 } }));

beforeAll(async () => {
  service = await startConsoleService();
  interceptDatabase((command, send) => (writesLog(command) && !isLogAvailable ? rejectWrite() : send()));
});
beforeEach(() => {
  isLogAvailable = true;
});
afterAll(() => service.stop());

const isEntryOf =
  (companyId: string) =>
  (item: object): boolean =>
    'actor' in item && 'companyId' in item && item.companyId === companyId;

const actionsOf = async (companyId: string): Promise<unknown[]> =>
  (await service.readEverything()).filter(isEntryOf(companyId)).map((item) => (item as { action: unknown }).action);

const countEntries = async (companyId: string): Promise<number> => (await actionsOf(companyId)).length;

describe.each(auditedRoutes)('%s', (id) => {
  it('changes nothing while its audit entry cannot be written, and is performed and logged afterwards', async () => {
    const { caller, request, companyId } = await prepareChange(service, id);
    const before = await service.readEverything();
    isLogAvailable = false;
    expect((await caller.call(id, request)).status).toBe(503);
    expect(await service.readEverything()).toEqual(before);

    isLogAvailable = true;
    const entriesBefore = await countEntries(companyId);
    expect((await caller.call(id, request)).status).toBeLessThan(300);
    expect(await countEntries(companyId)).toBeGreaterThan(entriesBefore);
    // The console has a sentence for each action; the compiler checks that no language lacks one.
    for (const action of await actionsOf(companyId)) expect(sentences).toContain(`'${String(action)}': `);
  });
});
