import type { openAdministrationStores } from '../../shared/adapters/dynamodb/administration-stores.ts';
import type { ConsoleRoute, ConsoleRouteId, consoleRoutes } from '../../shared/console-api/routes.ts';
import type { FieldsOf, ResponseOf } from '../../shared/console-api/schemas.ts';
import type { Acting } from '../../shared/domain/audit-entry.ts';
import type { ConsoleIdentity, FindVerifiedEmail } from '../../shared/domain/console-identity.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import type { InviteByEmail, Member, Roster } from '../../shared/domain/roster.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { AddToLogLine } from '../../shared/http/request-log-line.ts';
import type { Language } from '../../shared/messages/messages.ts';

export interface AdminDependencies extends ReturnType<typeof openAdministrationStores> {
  /** Who calls: from the verified token. */
  readonly identity: ConsoleIdentity;
  readonly findVerifiedEmail: FindVerifiedEmail;
  /** The beginning of the ARNs of the endpoints that the service may push to. Undefined: any. */
  readonly endpointPrefix: string | undefined;
  /** Undefined if the issuer sends no mail. */
  readonly sendInvitation: InviteByEmail | undefined;
  readonly addToLog: AddToLogLine;
  readonly now: () => Instant;
}

/** A request of somebody who is signed in. */
export interface AccountContext extends AdminDependencies, Acting {
  readonly routeId: ConsoleRouteId;
  readonly requestId: string;
  readonly request: ApiRequest;
  /** The parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly language: Language;
}

/** A request of a member who may call the route. */
export interface RouteContext extends AccountContext {
  readonly member: Member;
  /** The members of the company, as they were when the request began. */
  readonly roster: Roster;
  /** The member's company: the only one whose data the request can reach. */
  readonly companyId: string;
  /** The revision in `If-Match`. Undefined for `*`, which matches any state, and for routes without `If-Match`. */
  readonly revision: string | undefined;
}

type ContextOf<Route extends ConsoleRoute> = Route extends { readonly needsNoMembership: true }
  ? AccountContext
  : RouteContext;

/** Returns the body of the response, or nothing if the response has none. */
export type RouteHandler<Id extends ConsoleRouteId> = (
  context: ContextOf<(typeof consoleRoutes)[Id]>,
  fields: FieldsOf<Id>,
) => Promise<ResponseOf<Id>>;
