import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  consoleRoutes,
  isRoleAtLeast,
  roles,
  type ConsoleRouteId,
  type Role,
} from '../../../shared/console-api/routes.ts';
import { startConsoleService, type ConsoleCaller, type ConsoleService } from '../../support/console-service.ts';
import { aCompany, nobody, routeRequests, type Company } from './route-requests.ts';

let service: ConsoleService;
/** Two companies in which nothing changes: requests to them are refused, or only read. */
let [own, other]: [Company, Company] = [{} as Company, {} as Company];

beforeAll(async () => {
  service = await startConsoleService();
  [own, other] = [await aCompany(service), await aCompany(service)];
});
afterAll(() => service.stop());

const ids = Object.keys(routeRequests) as ConsoleRouteId[];
const requestOf = (id: ConsoleRouteId, company: Company, fresh: string = randomUUID()) =>
  routeRequests[id](company, fresh);

/** Whether a request to the route names something that belongs to a company. */
const namesSomething = (id: ConsoleRouteId): boolean => {
  const someCompany = new Proxy({} as Company, { get: (_, name) => `some ${String(name)}` });
  const another = new Proxy({} as Company, { get: (_, name) => `another ${String(name)}` });
  return JSON.stringify(requestOf(id, someCompany, '')) !== JSON.stringify(requestOf(id, another, ''));
};

const naming = ids.filter(namesSomething);
const others = ids.filter((id) => !namesSomething(id));

const everythingOf = async ({ companyId }: Company): Promise<unknown[]> =>
  (await service.readEverything()).filter((item) => JSON.stringify(item).includes(companyId));

describe('Resources of another company', () => {
  it.each(naming)('do not exist for %s, and nothing of them changes', async (id) => {
    const before = await everythingOf(other);
    const theirs = await own.owner.call(id, requestOf(id, other));

    expect([theirs.status, theirs.body.code]).toEqual([404, expect.stringMatching(/_not_found$/)]);
    expect(before.length).toBeGreaterThan(3);
    expect(await everythingOf(other)).toEqual(before);
    // The same response as for a resource that does not exist.
    const nothing = await own.owner.call(id, requestOf(id, { ...other, ...nobody }));
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...nothing.body, requestId: '' });
  });

  it.each(others)('are not reached by %s', async (id) => {
    const before = await everythingOf(other);
    const { status, body } = await own.owner.call(id, requestOf(id, other));

    expect(status).toBeLessThan(300);
    expect(JSON.stringify(body)).not.toContain(other.companyId);
    expect(await everythingOf(other)).toEqual(before);
  });
});

/** A company's only instance of each resource; no test removes it. */
const refusedEvenToOwners = new Set<ConsoleRouteId>(['endSecret', 'removeDevice', 'undoCheckin']);

describe('A company’s resources', () => {
  it.each(ids.filter((id) => !refusedEvenToOwners.has(id)))('are there for its owner: %s', async (id) => {
    const company = await aCompany(service);
    expect((await company.owner.call(id, requestOf(id, company))).status).toBeLessThan(300);
  });
});

describe('A role', () => {
  const members = new Map<Role, ConsoleCaller>();
  /** One member of each role in a company whose resources tests may remove. */
  beforeAll(async () => {
    const { companyId } = await aCompany(service);
    for (const role of roles) members.set(role, await service.aMember(role, companyId));
  });

  const pairs = roles.flatMap((role) => ids.map((id) => [role, id] as const));
  const mayCall = ([role, id]: (typeof pairs)[number]): boolean => isRoleAtLeast(role, consoleRoutes[id].role);

  it.each(pairs.filter(mayCall))('%s may %s', async (role, id) => {
    const response = await members.get(role)?.call(id, requestOf(id, { ...other, ...nobody }));
    expect(response?.status).toBeLessThan(500);
    expect(response?.body?.code).not.toBe('forbidden');
  });

  it.each(pairs.filter((pair) => !mayCall(pair)))('%s may not %s, and changes nothing', async (role, id) => {
    const member = await service.aMember(role, own.companyId);
    const before = await everythingOf(own);
    const { status, body } = await member.call(id, requestOf(id, own));

    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.message).toContain(consoleRoutes[id].role);
    expect(await everythingOf(own)).toEqual(before);
  });
});

describe('Somebody who is not a member', () => {
  it.each(ids)('is refused, and shown the subject that an owner can add: %s', async (id) => {
    const stranger = await service.aStranger();
    const { status, body } = await stranger.call(id, requestOf(id, own));

    expect([status, body.code]).toEqual([403, 'not_a_member']);
    expect(body.message).toContain(stranger.subject);
  });

  it.each(ids)('is refused at the next request once removed: %s', async (id) => {
    const owner = await service.aMember('owner', own.companyId);
    expect((await owner.call('getMe')).status).toBe(200);
    await own.owner.call('removeMember', { body: { subject: owner.subject } });

    expect((await owner.call(id, requestOf(id, own))).body.code).toBe('not_a_member');
  });
});

describe('Somebody who is not signed in', () => {
  it.each(ids)('gets 401 from %s', async (id) => {
    const { status, headers, body } = await service.send(undefined, id, requestOf(id, own));

    expect([status, body.code]).toEqual([401, 'token_missing']);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="checkin-console"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['an expired token', { exp: 1_700_000_000 }, 401, 'token_expired', 'invalid_token'],
    ['a token of another audience', { aud: 'gate' }, 401, 'token_invalid', 'invalid_token'],
    ['an ID token', { token_use: 'id' }, 401, 'token_invalid', 'invalid_token'],
    ['a token without the scope', { scope: 'openid' }, 403, 'insufficient_scope', 'insufficient_scope'],
  ])('is refused with %s', async (_, claims, status, code, challenge) => {
    const { subject } = await service.aMember('owner');
    const response = await service.send(await service.issuer.sign({ sub: subject, ...claims }), 'getMe');

    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.headers.get('www-authenticate')).toContain(`error="${challenge}"`);
  });

  it('is not a member with the same subject of another issuer', async () => {
    const { subject } = await service.aMember('owner');
    const token = await service.issuer.sign({ sub: subject, iss: 'https://another.example' });
    expect((await service.send(token, 'getMe')).body.code).toBe('token_invalid');
  });
});
