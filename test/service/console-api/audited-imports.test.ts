import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../shared/domain/audit-entry.ts';
import { startConsoleService, type ConsoleService } from '../../support/console-service.ts';
import { aCompany } from './route-requests.ts';

let service: ConsoleService;
beforeAll(async () => {
  service = await startConsoleService();
});
afterAll(() => service.stop());

const csv = (body: string, query: Record<string, string | number> = {}) => ({
  body,
  query,
  headers: { 'Content-Type': 'text/csv' },
});

const entriesOf = async (companyId: string): Promise<AdminEntry[]> => {
  const from = Date.now() - 3_600_000;
  const { items: entries } = await service.stores.log.listByCompany(companyId, { from }, { limit: 100 });
  return entries.filter((entry) => entry.kind === 'admin');
};

describe('An import', () => {
  it('has an audit entry, and so does each change of a badge', async () => {
    const { owner, companyId, userId } = await aCompany(service);
    await owner.call('importUsers', csv(`id,uid\n${userId},B-7`));
    const entries = await entriesOf(companyId);
    const begun = entries.find(({ action }) => action === 'users.import-begin');
    expect(begun).toMatchObject({ after: { digest: expect.stringMatching(/^[0-9a-f]{64}$/), lines: 2 } });
    expect(entries.find(({ action }) => action === 'users.change-identifiers')).toMatchObject({
      target: { userId, importId: begun?.target['importId'] },
      before: { uid: `E-${companyId}` },
      after: { uid: 'B-7' },
    });
  });
});

describe('The chunks of a file', () => {
  it('share one import id in the audit log, and the removal of a person has its own entry', async () => {
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

  it('add no entry in a dry run', async () => {
    const { owner, companyId } = await aCompany(service);
    const before = await entriesOf(companyId);
    await owner.call('importUsers', csv('id,uid\n5001,new\n', { dryRun: 'true' }));
    expect(await entriesOf(companyId)).toEqual(before);
  });
});

describe('Users and bookings', () => {
  it('record who last changed them, by which means, and when', async () => {
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
