import type { ClientView } from '../../shared/console-api/clients.ts';
import {
  CONSOLE_API_PATH,
  consoleRoutes,
  type ConsoleRoute,
  type ConsoleRouteId,
} from '../../shared/console-api/routes.ts';
import type { RouteSchemas } from '../../shared/console-api/parts.ts';
import { consoleSchemas } from '../../shared/console-api/schemas.ts';
import { may, rolesWith } from '../../shared/rules/roles.ts';
import { chooseLanguage } from '../../shared/http/choose-language.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { findMembership, type Membership } from '../../shared/use-cases/members/change-members.ts';
import { ConsoleError } from './console-error.ts';
import type { AccountContext, AdminDependencies, RouteContext, RouteHandler } from './route-context.ts';
import { readFields, readIfMatch } from './request.ts';
import * as bookings from './routes/bookings.ts';
import * as clients from './routes/clients.ts';
import * as imports from './routes/imports.ts';
import * as log from './routes/log.ts';
import * as members from './routes/members.ts';
import * as users from './routes/users.ts';

/** Handlers by route id. `consoleRoutes` says what each route does and who may call it. */
const handlers: { readonly [Id in ConsoleRouteId]: RouteHandler<Id> } = {
  ...bookings,
  ...clients,
  ...imports,
  ...log,
  ...members,
  ...users,
};

/** `{name}` in a path becomes a group that matches one segment. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const routes = (Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][]).map(([routeId, route]) => ({
  routeId,
  route,
  pattern: patternOf(CONSOLE_API_PATH + route.path),
}));

/**
 * Finds the route of a request. At most one matches, because no literal segment stands where another route has a parameter.
 * @returns the route with the path’s parameters, which are decoded, because API Gateway decodes `rawPath`
 */
const findRoute = ({ rawPath, requestContext: { http } }: ApiRequest) => {
  for (const { pattern, ...found } of routes) {
    const match = found.route.method === http.method ? pattern.exec(rawPath) : null;
    if (match) return { ...found, params: { ...match.groups } };
  }
  return undefined;
};

const checkRole = ({ member: { role } }: Membership, { permission }: ConsoleRoute): void => {
  if (!may(role, permission)) throw new ConsoleError('forbidden', { roles: rolesWith(permission).join(', ') });
};

/** Responds with what the handler returns. The header `ETag` repeats that of the client or user in the body. */
const respond = async (context: AccountContext | RouteContext): Promise<HttpResponse> => {
  const schemas: RouteSchemas = consoleSchemas[context.routeId];
  // `admin` passes each route the context that its handler's type requires: both depend on `needsNoMembership`.
  const handle = handlers[context.routeId] as (context: AccountContext, fields: object) => Promise<object | undefined>;
  const body = await handle(context, readFields(context.request, schemas));
  if (!body) return { statusCode: 204 };
  const view = body as { etag?: string; client?: ClientView };
  const etag = view.etag ?? view.client?.etag;
  return { statusCode: schemas.status ?? 200, body, ...(etag !== undefined && { headers: { ETag: etag } }) };
};

/**
 * Handles every request of the console's API. Finds the route, and checks the membership and the role before it reads the rest
 * of the request. An unknown route gets a 404 only if the caller is a member.
 */
export const admin = async (request: ApiRequest, dependencies: AdminDependencies): Promise<HttpResponse> => {
  const { identity, members: memberStore, addToLog } = dependencies;
  const found = findRoute(request);
  // Behind CloudFront, `sourceIp` is an address of CloudFront. AWS adds the addresses that it sees at the end, so the end is kept:
  // callers can send any beginning.
  const forwardedFor = request.headers['x-forwarded-for']?.slice(-200);
  if (found) addToLog({ fields: { route: found.routeId, ...(forwardedFor !== undefined && { forwardedFor }) } });
  const context = {
    ...dependencies,
    request,
    actor: { through: 'console', id: identity.subject },
    requestId: request.requestContext.requestId,
    language: chooseLanguage(request),
  } as const;
  if (found?.route.needsNoMembership) return respond({ ...context, ...found });
  const membership = await findMembership(memberStore, identity);
  if (!membership) throw new ConsoleError('not_a_member', { subject: identity.subject });
  const { companyId, member, roster } = membership;
  addToLog({ fields: { companyId } });
  if (!found) throw new ConsoleError('not_found');
  checkRole(membership, found.route);
  const revision = found.route.ifMatch && readIfMatch(request);
  return respond({ ...context, ...found, member, roster, companyId, revision });
};
