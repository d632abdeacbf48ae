import { randomUUID } from 'node:crypto';
import { consoleRoutes, type ConsoleRoute, type ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { csv, type ConsoleCaller, type ConsoleRequest, type ConsoleService } from '../../support/console-service.ts';
import { aCompany, routeRequests, type Company } from './route-requests.ts';

/** The routes whose requests are in the audit log: those that change something, and the export of a user. */
export const auditedRoutes = (Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][])
  .filter(([id, { changes }]) => changes || id === 'exportUser')
  .map(([id]) => id);

/** A request that changes something, and its caller. */
export interface Change {
  readonly caller: ConsoleCaller;
  readonly request: ConsoleRequest;
}

/**
 * Makes the requests that `routeRequests` cannot make, because they need a caller other than the owner, an earlier action, or a
 * file that is not empty.
 */
const preparations: Partial<Record<ConsoleRouteId, (company: Company, service: ConsoleService) => Promise<Change>>> = {
  async acceptInvitation({ owner }, service) {
    const caller = await service.aStranger();
    const { body } = await owner.call('inviteMember', { body: { subject: caller.subject, role: 'viewer' } });
    return { caller, request: { params: { invitationId: body.id } } };
  },
  leave: async ({ companyId }, service) => ({ caller: await service.aMember('viewer', companyId), request: {} }),
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
    return { caller: owner, request: csv(body) };
  },
};

/** Creates a company, and prepares a request to the route `id` and whatever the request needs. The request is not sent. */
export const prepareChange = async (
  service: ConsoleService,
  id: ConsoleRouteId,
): Promise<Change & { readonly companyId: string }> => {
  const company = await aCompany(service);
  const { owner, companyId } = company;
  const change = (await preparations[id]?.(company, service)) ?? {
    caller: owner,
    request: routeRequests[id](company, randomUUID()),
  };
  return { ...change, companyId };
};
