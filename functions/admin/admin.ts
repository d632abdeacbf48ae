import type { ClientView } from '../../shared/console-api/clients.ts';
import type { AccountRouteId, ConsoleRoute, ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { consoleSchemas, type RouteSchemas } from '../../shared/console-api/schemas.ts';
import { may, rolesWith } from '../../shared/rules/roles.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { readBearerToken } from '../../shared/http/read-bearer-token.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { findMembership, type Membership } from '../../shared/use-cases/members/find-member.ts';
import { ConsoleError } from './console-error.ts';
import { findConsoleRoute } from './find-route.ts';
import type { AccountRouteHandler, AdminDependencies, RouteContext, RouteHandler } from './route-context.ts';
import { readFields, readIfMatch } from './request.ts';
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
const handlers: { readonly [Id in ConsoleRouteId]: RouteHandler<Id> } = {
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
const accountHandlers: { readonly [Id in AccountRouteId]: AccountRouteHandler<Id> } = {
  listMyInvitations,
  acceptInvitation,
};

const checkRole = ({ member: { role } }: Membership, { permission }: ConsoleRoute): void => {
  if (!may(role, permission)) throw new ConsoleError('forbidden', { roles: rolesWith(permission).join(', ') });
};

const needsNoMembership = (id: ConsoleRouteId): id is AccountRouteId => Object.hasOwn(accountHandlers, id);

/** The header `ETag` repeats that of the client or user in the body. */
const toResponse = (id: ConsoleRouteId, body: object | undefined): HttpResponse => {
  if (!body) return { statusCode: 204 };
  const { status = 200 }: RouteSchemas = consoleSchemas[id];
  const { client, etag = client?.etag } = body as { etag?: string; client?: ClientView };
  return { statusCode: status, body, ...(etag !== undefined && { headers: { ETag: etag } }) };
};

/**
 * Handles every request of the console's API. Finds the route, and checks the token, the membership and the role before it
 * reads the rest of the request. An unknown route gets a 404 only if the caller is a member.
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
    return toResponse(found.id, await accountHandlers[found.id]({ ...context, id: found.id }));
  }
  const membership = await findMembership(memberStore, identity);
  if (!membership) throw new ConsoleError('not_a_member', { subject: identity.subject });
  const { companyId, member } = membership;
  addToLog({ fields: { companyId, ...(found && { route: found.id }) } });
  if (!found) throw new ConsoleError('not_found');
  const { id, route } = found;
  checkRole(membership, route);
  const revision = route.ifMatch && readIfMatch(request);
  const handle = handlers[id] as (context: RouteContext, fields: object) => Promise<object | undefined>;
  const fields = readFields(request, consoleSchemas[id]);
  return toResponse(id, await handle({ ...context, id, member, companyId, revision }, fields));
};
