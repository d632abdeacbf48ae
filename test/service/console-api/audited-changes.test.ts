import { randomUUID } from 'node:crypto';
import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { consoleRoutes, type ConsoleRoute, type ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import type { Command } from '../../support/memory-database/memory-database.ts';
import { interceptDatabase } from '../../support/intercept-database.ts';
import {
  startConsoleService,
  type ConsoleCaller,
  type ConsoleRequest,
  type ConsoleService,
} from '../../support/console-service.ts';
import { aCompany, routeRequests, type Company } from './route-requests.ts';

/** What happens to a call that writes to the audit log. */
let onLogWrite: (send: () => Promise<unknown>) => Promise<unknown>;
let service: ConsoleService;

const pass: typeof onLogWrite = (send) => send();

const writesLog = ({ constructor: { name }, input }: Command): boolean =>
  /Put|Update|Delete|Write/.test(name) && JSON.stringify(input).includes(`"${localTableNames.auditLog}"`);

beforeAll(async () => {
  service = await startConsoleService();
  interceptDatabase((command, send) => (writesLog(command) ? onLogWrite(send) : send()));
});
beforeEach(() => {
  onLogWrite = pass;
});
afterAll(() => service.stop());

const away = (): Promise<never> =>
  Promise.reject(new InternalServerError({ message: 'the log is away', $metadata: { httpStatusCode: 500 } }));

/** The request of a route, and who sends it. */
interface Change {
  readonly caller: ConsoleCaller;
  readonly request: ConsoleRequest;
}

/** Routes whose request needs another caller than the owner, or something that was done before. */
const prepared: Partial<Record<ConsoleRouteId, (company: Company) => Promise<Change>>> = {
  async acceptInvitation({ owner }) {
    const caller = await service.aStranger();
    const { body } = await owner.call('inviteMember', { body: { subject: caller.subject, role: 'viewer' } });
    return { caller, request: { params: { invitationId: body.id } } };
  },
  leave: async ({ companyId }) => ({ caller: await service.aMember('viewer', companyId), request: {} }),
  async endSecret({ owner, clientId, secretId, etag }) {
    const { headers } = await owner.call('rotateSecret', {
      params: { clientId },
      headers: { 'If-Match': etag },
      body: { graceHours: 1 },
    });
    const request = { params: { clientId, secretId }, headers: { 'If-Match': headers.get('etag') ?? '' } };
    return { caller: owner, request };
  },
  async undoCheckin(company) {
    await company.owner.call('checkIn', routeRequests.checkIn(company, ''));
    return { caller: company.owner, request: routeRequests.undoCheckin(company, '') };
  },
  async removeDevice(company) {
    await company.owner.call('addDevice', routeRequests.addDevice(company, ''));
    return { caller: company.owner, request: routeRequests.removeDevice(company, '') };
  },
  async importBookings({ owner, userId }) {
    const period = '2026-11-21T08:00:00Z,2026-11-21T18:00:00Z';
    const body = `userId,bookingId,kind,checkinOpensAt,noShowAt\n${userId},new,position,${period}\n`;
    return { caller: owner, request: { body, headers: { 'Content-Type': 'text/csv' } } };
  },
};

const prepare = async (id: ConsoleRouteId): Promise<Change & { readonly companyId: string }> => {
  const company = await aCompany(service);
  const { owner, companyId } = company;
  const change = (await prepared[id]?.(company)) ?? {
    caller: owner,
    request: routeRequests[id](company, randomUUID()),
  };
  return { ...change, companyId };
};

const isEntryOf =
  (companyId: string) =>
  (item: object): boolean =>
    'actor' in item && 'companyId' in item && item.companyId === companyId;

const countEntries = async (companyId: string): Promise<number> =>
  (await service.readEverything()).filter(isEntryOf(companyId)).length;

const ids = (Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][])
  .filter(([id, { changes }]) => changes || id === 'exportUser')
  .map(([id]) => id);

describe.each(ids)('%s', (id) => {
  it('does nothing while its entry cannot be written, and is done and logged afterwards', async () => {
    const { caller, request, companyId } = await prepare(id);
    const before = await service.readEverything();
    onLogWrite = away;
    expect((await caller.call(id, request)).status).toBe(503);
    expect(await service.readEverything()).toEqual(before);

    onLogWrite = pass;
    const entries = await countEntries(companyId);
    expect((await caller.call(id, request)).status).toBeLessThan(300);
    expect(await countEntries(companyId)).toBeGreaterThan(entries);
  });

  it('is done and logged once if the response of the database was lost and the SDK sends the call again', async () => {
    const [once, lost] = [await prepare(id), await prepare(id)];
    const addedBy = async ({ caller, request, companyId }: typeof once): Promise<number> => {
      const entries = await countEntries(companyId);
      expect((await caller.call(id, request)).status).toBeLessThan(300);
      return (await countEntries(companyId)) - entries;
    };
    const expected = await addedBy(once);
    onLogWrite = async (send) => {
      await send();
      return send();
    };
    expect(await addedBy(lost)).toBe(expected);
  });
});
