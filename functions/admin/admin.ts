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
import * as keys from './routes/keys.ts';
import * as log from './routes/log.ts';
import * as me from './routes/me.ts';
import * as members from './routes/members.ts';
import * as tryCheckin from './routes/try-checkin.ts';
import * as users from './routes/users.ts';

/** Handlers by route id. `consoleRoutes` says what each route does and who may call it. */
const handlers: Readonly<Record<ConsoleRouteId, RouteHandler>> = {
  ...attendance,
  ...bookings,
  ...clients,
  ...imports,
  ...keys,
  ...log,
  ...me,
  ...members,
  ...tryCheckin,
  ...users,
};

const { listMyInvitations, acceptInvitation } = me;
const accountHandlers: Readonly<Record<AccountRouteId, AccountRouteHandler>> = { listMyInvitations, acceptInvitation };

const checkRole = ({ member: { role } }: Membership, { permission }: ConsoleRoute): void => {
  if (!may(role, permission)) throw new ConsoleError('forbidden', { roles: rolesWith(permission).join(', ') });
};

const needsNoMembership = (id: ConsoleRouteId): id is AccountRouteId => Object.hasOwn(accountHandlers, id);

/**
 * Handles every request of the console's API. Finds the route, and checks the token, the membership and the role before the
 * handler reads the rest of the request. An unknown route gets a 404 only if the caller is a member.
 */
export const admin = async (request: ApiRequest, dependencies: AdminDependencies): Promise<HttpResponse> => {
  const { verify, members: memberStore, log: addToLog } = dependencies;
  const found = findConsoleRoute(request);
  const identity = await verify(readBearerToken(request));
  // The subject identifies the member in the log. It is not an e-mail address.
  addToLog({ fields: { subject: identity.subject } });
  const context = {
    ...dependencies,
    params: found?.params ?? {},
    request,
    identity,
    adminLog: dependencies.activityLog,
    actor: { through: 'console', id: identity.subject },
    requestId: request.requestContext.requestId,
    messages: chooseLanguage(request).messages,
  } as const;
  if (found && needsNoMembership(found.id)) {
    addToLog({ fields: { route: found.id } });
    return accountHandlers[found.id]({ ...context, id: found.id });
  }
  const membership = await findMembership(memberStore, identity);
  if (!membership) throw new ConsoleError('not_a_member', { subject: identity.subject });
  const { companyId, member } = membership;
  addToLog({ fields: { companyId, ...(found && { route: found.id }) } });
  if (!found) throw new ConsoleError('not_found');
  const { id, route } = found;
  checkRole(membership, route);
  return handlers[id]({ ...context, id, member, companyId });
};
