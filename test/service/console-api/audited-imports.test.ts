import { randomUUID } from 'node:crypto';
import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../shared/domain/audit-entry.ts';
import { startConsoleService, type ConsoleService } from '../../support/console-service.ts';
import { interceptDatabase } from '../../support/intercept-database.ts';
import type { Command } from '../../support/memory-database/memory-database.ts';
import { aCompany } from './route-requests.ts';

let service: ConsoleService;
/** Whether a call to the database gets no response. */
let isCut: (command: Command) => boolean = () => false;

beforeAll(async () => {
  service = await startConsoleService();
  interceptDatabase((command, send) =>
    isCut(command)
      ? Promise.reject(new InternalServerError({ message: 'cut', $metadata: { httpStatusCode: 500 } }))
      : send(),
  );
});
afterAll(() => service.stop());

const csv = (body: string, query: Record<string, string | number> = {}) => ({
  body,
  query,
  headers: { 'Content-Type': 'text/csv' },
});

const entriesOf = async (companyId: string): Promise<AdminEntry[]> => {
  const from = Date.now() - 3_600_000;
  const { entries } = await service.stores.log.listByCompany(companyId, { from }, { limit: 100 });
  return entries.filter((entry) => entry.kind === 'admin');
};

const actionsOf = (entries: readonly AdminEntry[]) =>
  entries.map(({ action }) => action).filter((action) => action.startsWith('users.') || action.startsWith('bookings.'));

describe('An import that is cut by its deadline', () => {
  it('has an entry, and so has each badge that it changed', async () => {
    const { owner, companyId, userId } = await aCompany(service);
    const padding = Array.from({ length: 25_000 }, (_, index) => `${10_000 + index},`);
    const body = ['id,uid', `${userId},taken`, ...padding].join('\n');
    const stolen = { hasHappened: false };
    isCut = ({ constructor: { name }, input }) => {
      const isBefore = !stolen.hasHappened;
      stolen.hasHappened ||= name === 'TransactWriteCommand' && JSON.stringify(input).includes('taken');
      return !isBefore;
    };
    const { status } = await owner.call('importUsers', csv(body));
    isCut = () => false;

    expect(status).toBe(503);
    expect((await owner.call('getUser', { params: { userId } })).body.uid).toBe('taken');
    const entries = await entriesOf(companyId);
    expect(actionsOf(entries).toSorted()).toEqual(['users.change-identifiers', 'users.import-begin']);
    const change = entries.find(({ action }) => action === 'users.change-identifiers');
    const started = entries.find(({ action }) => action === 'users.import-begin');
    expect(started).toMatchObject({ after: { digest: expect.stringMatching(/^[0-9a-f]{64}$/), lines: 25_002 } });
    expect(change).toMatchObject({
      target: { userId, importId: started?.target['importId'] },
      before: { uid: `E-${companyId}` },
      after: { uid: 'taken' },
    });
  });
});

describe('The chunks of a file', () => {
  it('are one import in the log, and the removal of a person has an entry of its own', async () => {
    const { owner, companyId, userId } = await aCompany(service);
    const importId = randomUUID();
    await owner.call('importUsers', csv('id,uid\n5001,new\n', { importId, fileName: 'staff.csv' }));
    await owner.call('importUsers', csv(`id,deleted\n${userId},true\n`, { importId, firstLine: 3 }));
    const entries = await entriesOf(companyId);
    expect(
      entries
        .filter(({ target }) => target['importId'] === importId)
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['users.import', 'users.import', 'users.import-begin', 'users.import-begin', 'users.remove']);
    expect(entries.filter(({ target }) => target['fileName'] === 'staff.csv').map(({ action }) => action)).toEqual([
      'users.import',
      'users.import-begin',
    ]);
    const totals = entries.filter(({ action }) => action === 'users.import').map(({ after }) => after);
    expect(totals).toContainEqual({ written: 1, unchanged: 0, deleted: 0, failed: 0 });
    expect(totals).toContainEqual({ written: 0, unchanged: 0, deleted: 1, failed: 0 });
  });

  it('leave no entry in a dry run', async () => {
    const { owner, companyId } = await aCompany(service);
    const before = await entriesOf(companyId);
    await owner.call('importUsers', csv('id,uid\n5001,new\n', { dryRun: 'true' }));
    expect(await entriesOf(companyId)).toEqual(before);
  });
});

describe('Users and bookings', () => {
  it('say who changed them last, through what, and when', async () => {
    const { owner, companyId, userId, bookingId } = await aCompany(service);
    const user = { companyId, userId };
    const changedBy = { through: 'console', id: owner.subject, requestId: expect.any(String), at: expect.any(Number) };
    await owner.call('importUsers', csv(`id,language\n${userId},es\n`));
    expect(await service.stores.users.find(user)).toMatchObject({ changedBy });
    await owner.call('checkIn', { body: { userId, bookingId, reason: 'lost her badge' } });
    expect(await service.stores.bookings.list(user)).toMatchObject([{ changedBy }]);
    const { body } = await owner.call('exportUser', { params: { userId } });
    const exported = { ...changedBy, at: expect.any(String) };
    expect(body).toMatchObject({ user: { changedBy: exported }, bookings: [{ changedBy: exported }] });
  });
});
