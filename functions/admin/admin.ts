import type { AccountRouteId, ConsoleRoute, ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { may, rolesWith } from '../../shared/rules/roles.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { readBearerToken } from '../../shared/http/read-bearer-token.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { findMembership, type Membership } from '../../shared/use-cases/members/find-member.ts';
import { ConsoleError } from './console-error.ts';
import { findConsoleRoute } from './find-route.ts';
import type { AccountRouteHandler, AdminDependencies, RouteHandler } from './route-context.ts';
import * as attendance from './routes/attendance.ts';
import * as bookings from './routes/bookings.ts';
import * as clients from './routes/clients.ts';
import * as imports from './routes/imports.ts';
import { listKeys } from './routes/keys.ts';
import { listLog } from './routes/log.ts';
import * as me from './routes/me.ts';
import * as members from './routes/members.ts';
import { tryCheckin } from './routes/try-checkin.ts';
import * as users from './routes/users.ts';

/** The handlers of routes that need no membership. */
const accountHandlers: Readonly<Record<AccountRouteId, AccountRouteHandler>> = {
  listMyInvitations: me.listMyInvitations,
  acceptInvitation: me.acceptInvitation,
};

const handlers: Readonly<Record<Exclude<ConsoleRouteId, AccountRouteId>, RouteHandler>> = {
  getMe: me.getMe,
  leave: me.leave,
  listClients: clients.listClients,
  createClient: clients.createClient,
  getClient: clients.getClient,
  updateClient: clients.updateClient,
  deleteClient: clients.deleteClient,
  rotateSecret: clients.rotateSecret,
  endSecret: clients.endSecret,
  revokeTokens: clients.revokeTokens,
  searchUsers: users.searchUsers,
  getUser: users.getUser,
  updateUser: users.updateUser,
  removeUser: users.removeUser,
  listUserBookings: users.listUserBookings,
  exportUser: users.exportUser,
  addDevice: users.addDevice,
  removeDevice: users.removeDevice,
  checkIn: bookings.checkIn,
  undoCheckin: bookings.undoCheckin,
  cancelBooking: bookings.cancelBooking,
  importUsers: imports.importUsers,
  importBookings: imports.importBookings,
  tryCheckin,
  listAttendance: attendance.listAttendance,
  searchAttendance: attendance.searchAttendance,
  summariseAttendance: attendance.summariseAttendance,
  listLog,
  listKeys,
  listMembers: members.listMembers,
  inviteMember: members.inviteMember,
  resendInvitation: members.resendInvitation,
  withdrawInvitation: members.withdrawInvitation,
  changeMemberRole: members.changeMemberRole,
  removeMember: members.removeMember,
};

const checkRole = ({ member: { role } }: Membership, { permission }: ConsoleRoute): void => {
  if (!may(role, permission)) throw new ConsoleError('forbidden', { roles: rolesWith(permission).join(', ') });
};

const isForAnyone = (id: ConsoleRouteId): id is AccountRouteId => Object.hasOwn(accountHandlers, id);

/**
 * Handles every request of the console's API. Finds the route, and checks the token, the membership and the role before it reads
 * anything else. An unknown route gets a 404 only if the caller is a member.
 */
export const admin = async (request: ApiRequest, dependencies: AdminDependencies): Promise<HttpResponse> => {
  const { verify, members: memberStore, log } = dependencies;
  const found = findConsoleRoute(request);
  const identity = await verify(readBearerToken(request));
  // The subject identifies the member in the log. It is not an e-mail address.
  log({ fields: { subject: identity.subject } });
  const account = {
    ...dependencies,
    params: found?.params ?? {},
    request,
    identity,
    adminLog: dependencies.activityLog,
    actor: { through: 'console', id: identity.subject },
    requestId: request.requestContext.requestId,
    messages: chooseLanguage(request).messages,
  } as const;
  if (found && isForAnyone(found.id)) {
    log({ fields: { route: found.id } });
    return accountHandlers[found.id]({ ...account, id: found.id });
  }
  const membership = await findMembership(memberStore, identity);
  if (!membership) throw new ConsoleError('not_a_member', { subject: identity.subject });
  const { companyId, member } = membership;
  log({ fields: { companyId, ...(found && { route: found.id }) } });
  if (!found) throw new ConsoleError('not_found');
  const { id, route } = found;
  checkRole(membership, route);
  return handlers[id as keyof typeof handlers]({ ...account, id, member, companyId });
};
