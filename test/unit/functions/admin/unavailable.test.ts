import { describe, expect, it } from '@jest/globals';
import { admin } from '../../../../functions/admin/admin.ts';
import { toConsoleErrorResponse } from '../../../../functions/admin/error-response.ts';
import type { AdminDependencies } from '../../../../functions/admin/route-context.ts';
import { CONSOLE_API_PATH, consoleRoutes, type ConsoleRouteId } from '../../../../shared/console-api/routes.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { languages } from '../../../../shared/http/choose-language.ts';
import { routeRequests, type Company } from '../../../service/console-api/route-requests.ts';

const identity = { issuer: 'https://issuer.example', subject: 'ana' };
const ana = { ...identity, role: 'owner', createdAt: 0 } as const;
const ben = { ...ana, subject: 'ben' };
const vic = { ...identity, subject: 'vic', role: 'viewer', createdAt: 0 } as const;
const invitation = { id: 'inv-1', issuer: identity.issuer, invitee: { subject: 'eve' }, role: 'viewer' };

const company = {
  clientId: 'ckc_1',
  secretId: 'sec_1',
  etag: '"1"',
  subject: 'vic',
  userId: 1,
  bookingId: 'desk-1',
  invitationId: invitation.id,
} as Company;

const fail = async (): Promise<never> => {
  throw new ServiceError('dependency_unavailable', 'away');
};
const unavailable = new Proxy({}, { get: () => fail });

/** The roster is available, so that the caller is known; everything else is unavailable. */
const dependencies = {
  ...Object.fromEntries(
    ['apiClients', 'users', 'devices', 'bookings', 'activityLog', 'keys', 'publicKeys', 'requests'].map((name) => [
      name,
      unavailable,
    ]),
  ),
  createUsers: fail,
  writeBookings: fail,
  cursorKey: fail,
  verify: async () => identity,
  findVerifiedEmail: fail,
  members: new Proxy(
    {
      findCompany: async () => 'acme',
      findRoster: async () => ({
        companyId: 'acme',
        revision: 1,
        members: [ana, ben, vic],
        invitations: [{ ...invitation, invitedBy: { through: 'cli', id: 'root' }, endsAt: 0 }],
      }),
    },
    { get: (known: Readonly<Record<string, unknown>>, name) => known[String(name)] ?? fail },
  ),
  log: () => undefined,
  now: () => 1_800_000_000_000,
} as unknown as AdminDependencies;

const lowerCase = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const toRequest = (id: ConsoleRouteId): ApiRequest => {
  const { method, path } = consoleRoutes[id];
  const { params = {}, query = {}, body, headers } = routeRequests[id](company, 'eve');
  return {
    rawPath: CONSOLE_API_PATH + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name])),
    rawQueryString: new URLSearchParams(query as Record<string, string>).toString(),
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...lowerCase(headers) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    requestContext: { http: { method } },
  } as unknown as ApiRequest;
};

/** `getMe` reads only the roster, and the file of `importBookings` has no lines here. */
const usesOnlyRoster = new Set<ConsoleRouteId>(['getMe', 'importBookings']);
const ids = (Object.keys(consoleRoutes) as ConsoleRouteId[]).filter((id) => !usesOnlyRoster.has(id));

describe('A route whose data is unavailable', () => {
  it.each(ids)('responds with 503 and Retry-After: %s', async (id) => {
    const error = await admin(toRequest(id), dependencies).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const { statusCode, headers } = toConsoleErrorResponse(error, 'request-1', languages[0]);
    expect([statusCode, headers?.['Retry-After']]).toEqual([503, '1']);
  });
});
