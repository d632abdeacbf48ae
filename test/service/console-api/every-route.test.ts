import { randomUUID } from 'node:crypto';
import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { consoleRoutes, type ConsoleRoute, type ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { may, roles, rolesWith, type Role } from '../../../shared/rules/roles.ts';
import { statusAndCodeOf, type ConsoleRequest, type ConsoleResponse } from '../../support/console-service.ts';
import { interceptDatabase } from '../../support/intercept-database.ts';
import type { Command } from '../../support/memory-database/memory-database.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import { prepareChange } from './route-changes.ts';
import { aCompany, unknownIds, routeRequests, type Company } from './route-requests.ts';
import { useConsoleService } from '../../support/use-console.ts';

const service = useConsoleService();
/** Two companies whose data does not change, because every request for them is rejected or is a read. */
let [ownCompany, otherCompany]: [Company, Company] = [{} as Company, {} as Company];

let isAvailable = true;

/** Whether the call reads the members, by whom the caller is known. */
const readsMembers = ({ constructor: { name }, input }: Command): boolean =>
  /^(?:Get|Query)/.test(name) && JSON.stringify(input).includes(`"${localTableNames.members}"`);

const rejectCall = (): Promise<never> =>
  Promise.reject(new InternalServerError({ message: 'unavailable', $metadata: { httpStatusCode: 500 } }));

/** Called once, before the next transaction. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  interceptDatabase(async (command, send) => {
    if (!isAvailable && !readsMembers(command)) return rejectCall();
    if (command.constructor.name === 'TransactWriteCommand') {
      const change = meanwhile;
      meanwhile = undefined;
      await change?.();
    }
    return send();
  });
  [ownCompany, otherCompany] = [await aCompany(service), await aCompany(service)];
});
beforeEach(() => {
  isAvailable = true;
});

const ids = Object.keys(routeRequests) as ConsoleRouteId[];
const requestOf = (id: ConsoleRouteId, company: Company, fresh: string = randomUUID()) =>
  routeRequests[id](company, fresh);

/** Returns whether a request to the route names a resource of a company. */
const namesResource = (id: ConsoleRouteId): boolean => {
  const someCompany = new Proxy({} as Company, { get: (_, name) => `some ${String(name)}` });
  const another = new Proxy({} as Company, { get: (_, name) => `another ${String(name)}` });
  return JSON.stringify(requestOf(id, someCompany, '')) !== JSON.stringify(requestOf(id, another, ''));
};

const routesWithResource = ids.filter(namesResource);
/** Excludes `leave`, because the last owner cannot leave. */
const routesWithoutResource = ids.filter((id) => !namesResource(id) && id !== 'leave');

const everythingOf = async ({ companyId }: Company): Promise<unknown[]> =>
  (await service.readEverything()).filter((item) => JSON.stringify(item).includes(companyId));

type ResponseOf = (id: ConsoleRouteId) => Promise<ConsoleResponse>;

/**
 * Sends a request to each route in parallel.
 * @returns the responses by route
 */
const callEach = async (routes: readonly ConsoleRouteId[], responseOf: ResponseOf) =>
  Object.fromEntries(await Promise.all(routes.map(async (id) => [id, await responseOf(id)] as const)));

type Responses = Awaited<ReturnType<typeof callEach>>;

const mapEach = <T>(responses: Responses, read: (response: ConsoleResponse) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(responses).map(([id, response]) => [id, read(response)]));

const refusalsIn = (responses: Responses) => mapEach(responses, ({ status, body }) => [status, body.code]);

const sameForEach = <T>(routes: readonly ConsoleRouteId[], value: T): Record<string, T> =>
  Object.fromEntries(routes.map((id) => [id, value]));

const failedRoutes = (responses: Responses): string[] =>
  Object.keys(responses).filter((id) => (responses[id]?.status ?? 500) >= 300);

describe('Resources of another company', () => {
  it('are not found, and do not change, if a request names them', async () => {
    const before = await everythingOf(otherCompany);
    const foreign = await callEach(routesWithResource, (id) => ownCompany.owner.call(id, requestOf(id, otherCompany)));

    expect(refusalsIn(foreign)).toEqual(sameForEach(routesWithResource, [404, expect.stringMatching(/_not_found$/)]));
    expect(before.length).toBeGreaterThan(3);
    expect(await everythingOf(otherCompany)).toEqual(before);
    // The responses are the same as for resources that do not exist.
    const missing = await callEach(routesWithResource, (id) =>
      ownCompany.owner.call(id, requestOf(id, { ...otherCompany, ...unknownIds })),
    );
    const toContent = ({ body }: ConsoleResponse): object => ({ ...body, requestId: '' });
    expect(mapEach(foreign, toContent)).toEqual(mapEach(missing, toContent));
  });

  it('are not in the response to a request that names no resource', async () => {
    const before = await everythingOf(otherCompany);
    const responses = await callEach(routesWithoutResource, (id) =>
      ownCompany.owner.call(id, requestOf(id, otherCompany)),
    );

    expect(failedRoutes(responses)).toEqual([]);
    for (const { body } of Object.values(responses)) expect(JSON.stringify(body)).not.toContain(otherCompany.companyId);
    expect(await everythingOf(otherCompany)).toEqual(before);
  });
});

describe('The role', () => {
  const mayCall = (role: Role, id: ConsoleRouteId): boolean => may(role, consoleRoutes[id].permission);

  it.each(roles)('%s is allowed to call its routes', async (role) => {
    const { companyId } = await aCompany(service);
    const member = await service.aMember(role, companyId);
    const routes = ids.filter((id) => mayCall(role, id) && id !== 'leave');
    const responses = await callEach(routes, (id) =>
      member.call(id, requestOf(id, { ...otherCompany, ...unknownIds })),
    );

    expect(routes.length).toBeGreaterThan(0);
    expect(routes.filter((id) => (responses[id]?.status ?? 500) >= 500)).toEqual([]);
    expect(routes.filter((id) => responses[id]?.body?.code === 'forbidden')).toEqual([]);
  });

  const limited = roles.filter((role) => ids.some((id) => !mayCall(role, id)));

  it.each(limited)('%s is rejected by the routes that it is not allowed to call, and changes nothing', async (role) => {
    const member = await service.aMember(role, ownCompany.companyId);
    const before = await everythingOf(ownCompany);
    const routes = ids.filter((id) => !mayCall(role, id));
    const responses = await callEach(routes, (id) => member.call(id, requestOf(id, ownCompany)));

    expect(refusalsIn(responses)).toEqual(sameForEach(routes, [403, 'forbidden']));
    for (const id of routes)
      expect(responses[id]?.body.message).toContain(rolesWith(consoleRoutes[id].permission).join(', '));
    expect(await everythingOf(ownCompany)).toEqual(before);
  });

  const changesMembers = ids.filter(
    (id) => consoleRoutes[id].permission === consoleRoutes.inviteMember.permission && consoleRoutes[id].changes,
  );

  it.each(changesMembers)('owner must still be the caller’s when the change is written: %s', async (id) => {
    const { caller, request, companyId } = await prepareChange(service, id);
    const otherOwner = await service.aMember('owner', companyId);
    let before: unknown;
    meanwhile = async () => {
      await otherOwner.call('changeMemberRole', { body: { subject: caller.subject, role: 'admin' } });
      before = await service.stores.members.findRoster(companyId);
    };
    expect(await statusAndCodeOf(caller.call(id, request))).toEqual([403, 'forbidden']);
    expect(await service.stores.members.findRoster(companyId)).toEqual(before);
  });
});

/** All routes except the two for people who have not joined a company yet. */
const memberRoutes = ids.filter((id) => !('needsNoMembership' in consoleRoutes[id]));

describe('A person who is not a member', () => {
  it('is rejected except by routes for their own invitations, and is told the subject for an owner to invite', async () => {
    const stranger = await service.aStranger();
    const responses = await callEach(memberRoutes, (id) => stranger.call(id, requestOf(id, ownCompany)));

    expect(refusalsIn(responses)).toEqual(sameForEach(memberRoutes, [403, 'not_a_member']));
    for (const { body } of Object.values(responses)) expect(body.message).toContain(stranger.subject);
  });

  it('is rejected immediately after being removed from the company', async () => {
    const owner = await service.aMember('owner', ownCompany.companyId);
    expect((await owner.call('getMe')).status).toBe(200);
    await ownCompany.owner.call('removeMember', { body: { subject: owner.subject } });

    const responses = await callEach(memberRoutes, (id) => owner.call(id, requestOf(id, ownCompany)));
    expect(refusalsIn(responses)).toEqual(sameForEach(memberRoutes, [403, 'not_a_member']));
  });
});

describe('A person who is not signed in', () => {
  it('gets 401 from every route', async () => {
    const responses = await callEach(ids, (id) => service.send(undefined, id, requestOf(id, ownCompany)));

    expect(refusalsIn(responses)).toEqual(sameForEach(ids, [401, 'token_missing']));
    const headersOf = ({ headers }: ConsoleResponse) => [headers.get('www-authenticate'), headers.get('cache-control')];
    expect(mapEach(responses, headersOf)).toEqual(sameForEach(ids, ['Bearer realm="checkin-console"', 'no-store']));
  });

  it.each([
    ['an expired token', { exp: 1_700_000_000 }, 401, 'token_expired', 'invalid_token'],
    ['a token of another audience', { aud: 'gate' }, 401, 'token_invalid', 'invalid_token'],
    ['a token of another issuer', { iss: 'https://another.example' }, 401, 'token_invalid', 'invalid_token'],
    ['an ID token', { token_use: 'id' }, 401, 'token_invalid', 'invalid_token'],
    ['a token without the scope', { scope: 'openid' }, 403, 'insufficient_scope', 'insufficient_scope'],
  ])('is rejected with %s', async (_, claims, status, code, challenge) => {
    const { subject } = await service.aMember('owner');
    const response = await service.send(await service.issuer.sign({ sub: subject, ...claims }), 'getMe');

    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.headers.get('www-authenticate')).toContain(`error="${challenge}"`);
  });
});

const idsThat = (matches: (route: ConsoleRoute) => boolean) => ids.filter((id) => matches(consoleRoutes[id]));

const call = (id: ConsoleRouteId, change: Partial<ConsoleRequest> = {}, target: Company = ownCompany) =>
  statusAndCodeOf(target.owner.call(id, { ...routeRequests[id](target, randomUUID()), ...change }));

describe.each(idsThat(({ ifMatch }) => ifMatch === true))('%s', (id) => {
  it('requires If-Match, and changes nothing if its ETag is out of date', async () => {
    const changedCompany = await aCompany(service);
    const { clientId, etag } = changedCompany;
    const updated = await changedCompany.owner.call('updateClient', {
      params: { clientId },
      headers: { 'If-Match': etag },
      body: { name: 'Gate 7' },
    });
    expect(await call(id, { headers: {} }, changedCompany)).toEqual([428, 'precondition_required']);
    expect(await call(id, { headers: { 'If-Match': etag } }, changedCompany)).toEqual([412, 'precondition_failed']);
    expect((await changedCompany.owner.call('getClient', { params: { clientId } })).body).toEqual(updated.body);
  });

  it('accepts If-Match: * for any state', async () => {
    const changedCompany = await aCompany(service);
    const [status, code] = await call(id, { headers: { 'If-Match': '*' } }, changedCompany);
    // The only secret cannot be ended.
    expect([Number(status) < 300 || status, code]).toEqual(
      id === 'endSecret' ? [409, 'last_live_secret'] : [true, undefined],
    );
  });
});

it.each(idsThat(({ path }) => path.includes('{')))(
  '%s finds nothing for an id that is long or encoded twice',
  async (id) => {
    const { params = {} } = routeRequests[id](ownCompany, '');
    // The `%` is sent as %25, which the gateway decodes. Decoding the result again would restore the id.
    const encode = (text: string) => text.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`);
    for (const change of [() => 'x'.repeat(3_000), () => '1'.repeat(3_000), encode]) {
      const changed = Object.entries(params).map(([name, value]) => [name, change(String(value))]);
      const notFound = [404, expect.stringMatching(/_not_found$/)];
      expect(await call(id, { params: Object.fromEntries(changed) })).toEqual(notFound);
    }
  },
);

const readsOnlyMembers = new Set<ConsoleRouteId>(['getMe', 'listMyInvitations', 'listMembers']);

describe('A route whose data is unavailable', () => {
  it.each(ids.filter((id) => !readsOnlyMembers.has(id)))('responds with 503 and Retry-After: %s', async (id) => {
    const { caller, request } = await prepareChange(service, id);
    isAvailable = false;
    const { status, headers } = await caller.call(id, request);
    expect([status, headers.get('retry-after'), takeErrors()]).toEqual([503, '1', ['admin 503']]);
  });
});

it('The log has no administrative entries for a member with the role reception, who may read check-ins only', async () => {
  const reception = await service.aMember('reception', ownCompany.companyId);
  const itemsFor = async (member: Pick<Company['owner'], 'call'>, kind?: string): Promise<object[]> => {
    const query = { from: new Date(Date.now() - 3_600_000).toISOString(), ...(kind !== undefined && { kind }) };
    return (await member.call('listLog', { query })).body.items as object[];
  };
  expect(await itemsFor(ownCompany.owner)).toContainEqual(expect.objectContaining({ kind: 'admin' }));
  expect([await itemsFor(reception), await itemsFor(reception, 'admin')]).toEqual([[], []]);
});
