import { randomUUID } from 'node:crypto';
import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { consoleRoutes, type ConsoleRoute, type ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { interceptDatabase } from '../../support/intercept-database.ts';
import type { Command } from '../../support/memory-database/memory-database.ts';
import {
  startConsoleService,
  statusAndCodeOf,
  type ConsoleRequest,
  type ConsoleService,
} from '../../support/console-service.ts';
import { prepareChange } from './route-changes.ts';
import { aCompany, routeRequests, type Company } from './route-requests.ts';

let service: ConsoleService;
let company: Company;

let isAvailable = true;

/** Whether the call reads the members, by whom the caller is known. */
const readsMembers = ({ constructor: { name }, input }: Command): boolean =>
  /^(?:Get|Query)/.test(name) && JSON.stringify(input).includes(`"${localTableNames.members}"`);

const rejectCall = (): Promise<never> =>
  Promise.reject(new InternalServerError({ message: 'unavailable', $metadata: { httpStatusCode: 500 } }));

beforeAll(async () => {
  service = await startConsoleService();
  interceptDatabase((command, send) => (isAvailable || readsMembers(command) ? send() : rejectCall()));
  company = await aCompany(service);
});
beforeEach(() => {
  isAvailable = true;
});
afterAll(() => service.stop());

const routes = Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][];
const idsThat = (matches: (route: ConsoleRoute) => boolean): ConsoleRouteId[] =>
  routes.filter(([, route]) => matches(route)).map(([id]) => id);

const call = (id: ConsoleRouteId, change: Partial<ConsoleRequest> = {}, target: Company = company) =>
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
    expect([Number(status) < 300, code]).toEqual(id === 'endSecret' ? [false, 'last_live_secret'] : [true, undefined]);
  });
});

describe.each(idsThat(({ path }) => path.includes('{')))('%s', (id) => {
  it.each([
    ['3,000 characters', 'x'.repeat(3_000)],
    ['3,000 digits', '1'.repeat(3_000)],
  ])('finds nothing for an id of %s', async (_, text) => {
    const names = [...consoleRoutes[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, text]));
    expect(await call(id, { params })).toEqual([404, expect.stringMatching(/_not_found$/)]);
  });

  it('does not decode an id twice', async () => {
    const { params = {} } = routeRequests[id](company, '');
    const encoded = Object.entries(params).map(([name, value]) => [
      name,
      // The `%` is sent as %25, which the gateway decodes. Decoding the result again would restore the id.
      String(value).replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`),
    ]);
    expect(await call(id, { params: Object.fromEntries(encoded) })).toEqual([
      404,
      expect.stringMatching(/_not_found$/),
    ]);
  });
});

const readsOnlyMembers = new Set<ConsoleRouteId>(['getMe', 'listMyInvitations', 'listMembers']);

describe('A route whose data is unavailable', () => {
  it.each(idsThat(() => true).filter((id) => !readsOnlyMembers.has(id)))(
    'responds with 503 and Retry-After: %s',
    async (id) => {
      const { caller, request } = await prepareChange(service, id);
      isAvailable = false;
      const { status, headers } = await caller.call(id, request);
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    },
  );
});

it('The log has no administrative entries for a member with the role reception, who may read check-ins only', async () => {
  const reception = await service.aMember('reception', company.companyId);
  const itemsFor = async (member: Pick<Company['owner'], 'call'>, kind?: string): Promise<object[]> => {
    const query = { from: new Date(Date.now() - 3_600_000).toISOString(), ...(kind !== undefined && { kind }) };
    return (await member.call('listLog', { query })).body.items as object[];
  };
  expect(await itemsFor(company.owner)).toContainEqual(expect.objectContaining({ kind: 'admin' }));
  expect([await itemsFor(reception), await itemsFor(reception, 'admin')]).toEqual([[], []]);
});
