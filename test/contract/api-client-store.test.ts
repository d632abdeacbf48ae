import { afterAll, describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import {
  makeApiClientRegistry,
  makeApiClientStore,
  clientKey,
} from '../../shared/adapters/dynamodb/api-client-store.ts';
import { accessKey, makeClientAccessReader } from '../../shared/adapters/dynamodb/client-access-reader.ts';
import { getItem, type Item } from '../../shared/adapters/dynamodb/database.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient, type ApiClient } from '../../shared/domain/api-client.ts';
import { auditEntry } from '../../shared/domain/audit-entry.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase } from '../support/open-database.ts';
import { makeRepeatingDatabase } from '../support/repeating-database.ts';

const db = await openDatabase();
afterAll(() => db.close());
const registry = makeApiClientRegistry(db.database, db.tableNames, 400);

const HOUR = 60 * 60_000;
const now = Date.UTC(2026, 10, 21);

const aClient = (companyId = freshCompanyId(), createdAt = now) =>
  createApiClient({ companyId, name: 'Gate' }, createdAt).client;

const createdClient = async (changes: Partial<ApiClient> = {}): Promise<ApiClient> => {
  const client = { ...aClient(), ...changes };
  await registry.create(client);
  return client;
};

const readItem = (clientId: string) => getItem(db.database, db.tableNames.apiClients, clientKey(clientId));

const replace = async (before: ApiClient, changes: Partial<ApiClient>): Promise<ApiClient> => {
  const after = await registry.replace(before, { ...before, ...changes });
  if (!after) throw new Error('the client was not replaced');
  return after;
};

describe('The registry of API clients', () => {
  it('does not create a second client with the same id', async () => {
    const client = aClient();
    expect(await registry.create(client)).toBe(true);
    expect(await registry.create({ ...client, name: 'Another' })).toBe(false);
    expect(await registry.find(client.clientId)).toEqual(client);
    expect(await registry.find('nobody')).toBeUndefined();
  });

  it('lists all clients in the order of their creation', async () => {
    const clients = [aClient(freshCompanyId(), now), aClient(freshCompanyId(), now + 1)];
    for (const client of clients.toReversed()) await registry.create(client);
    const ids = new Set(clients.map(({ clientId }) => clientId));
    const all = await registry.listAll();
    expect(all.filter(({ clientId }) => ids.has(clientId))).toEqual(clients);
  });

  it('lists the clients of one company in the order of their creation, page by page', async () => {
    const companyId = freshCompanyId();
    const clients = [aClient(companyId, now), aClient(companyId, now + 1), aClient(companyId, now + 2)];
    for (const client of [clients[2], aClient(), clients[0], clients[1]]) if (client) await registry.create(client);
    expect(await registry.listByCompany(companyId, { limit: 10 })).toEqual({ items: clients });
    const first = await registry.listByCompany(companyId, { limit: 2 });
    const after = { clientId: clients[1]?.clientId ?? '', createdAt: now + 1 };
    expect(first).toEqual({ items: clients.slice(0, 2), next: after });
    expect(await registry.listByCompany(companyId, { limit: 2, after })).toEqual({ items: clients.slice(2) });
  });

  it('does not replace a client that was changed or deleted in the meantime', async () => {
    const client = await createdClient();
    const other = await replace(client, { name: 'Renamed' });
    expect(await registry.replace(client, { ...client, enabled: false })).toBeUndefined();
    expect(await registry.find(client.clientId)).toEqual(other);
    await registry.delete(other, now);
    expect(await registry.replace(other, client)).toBeUndefined();
  });

  it('does not replace a client whose secret was used in the meantime', async () => {
    const client = await createdClient();
    const [secret] = client.secrets as [ApiClient['secrets'][0]];
    await registry.recordLastUsed({ client, secret }, now + 7);
    expect(await registry.replace(client, { ...client, secrets: [] })).toBeUndefined();
    const used = await registry.find(client.clientId);
    expect(used && (await registry.replace(used, { ...used, enabled: false }))).toMatchObject({ enabled: false });
  });

  it('records when a secret was last used, unless the secret has been deleted', async () => {
    const client = await createdClient();
    const [secret] = client.secrets as [ApiClient['secrets'][0]];
    await registry.recordLastUsed({ client, secret }, now + 7);
    const used = { ...client, lastSeenAt: now + 7, secrets: [{ ...secret, lastUsedAt: now + 7 }] };
    expect(await registry.find(client.clientId)).toEqual(used);
    const replaced = await replace(used, { secrets: [{ digest: '00', last4: 'last', createdAt: now }] });
    await registry.recordLastUsed({ client, secret }, now + 8);
    expect(await registry.find(client.clientId)).toEqual(replaced);
  });

  it('records the use of a client at most once an hour, even if the secret of the log-in no longer exists', async () => {
    const client = await createdClient();
    const findLastSeenAt = async () => (await registry.find(client.clientId))?.lastSeenAt;
    await registry.recordLastUsed({ client }, now);
    // Another gate of the same client had read the client before the first use was recorded.
    await registry.recordLastUsed({ client }, now + HOUR - 1);
    expect(await findLastSeenAt()).toBe(now);
    await registry.recordLastUsed({ client }, now + HOUR);
    expect(await findLastSeenAt()).toBe(now + HOUR);
    expect(await registry.replace(client, { ...client, name: 'Renamed' })).toBeUndefined();
  });

  it('records with a use that ends a silence how long the silence was, for the last five', async () => {
    let client = await createdClient({ silentAfterHours: 2 });
    const uses = [1, 3.5, 6.5, 11, 15, 19, 23, 27].map((hours) => now + hours * HOUR);
    for (const [index, at] of uses.entries()) {
      await registry.recordLastUsed({ client }, at);
      client = (await registry.find(client.clientId)) as ApiClient;
      expect(client.silences ?? []).toHaveLength(Math.min(Math.max(index - 1, 0), 5));
    }
    const ends = uses.slice(2).toReversed();
    expect(client.silences).toEqual(ends.slice(0, 5).map((until, index) => ({ from: ends[index + 1], until })));
    const unwatched = await createdClient();
    await registry.recordLastUsed({ client: unwatched }, now + 999 * HOUR);
    expect((await registry.find(unwatched.clientId))?.silences).toBeUndefined();
  });

  it('records at most once an hour that a client with the right secret was denied', async () => {
    const client = await createdClient();
    const findDenial = async () => {
      const { lastDeniedAt, lastDeniedIp } = (await registry.find(client.clientId)) ?? {};
      return [lastDeniedAt, lastDeniedIp];
    };
    await registry.recordDenied(client, { ip: '192.0.2.1', hasRightSecret: false }, now);
    expect(await findDenial()).toEqual([undefined, undefined]);
    await registry.recordDenied(client, { ip: '192.0.2.1', hasRightSecret: true }, now);
    await registry.recordDenied(client, { ip: '192.0.2.2', hasRightSecret: true }, now + HOUR - 1);
    expect(await findDenial()).toEqual([now, '192.0.2.1']);
  });

  it('deletes a client once, and never creates another one with its id', async () => {
    const client = await createdClient();
    const { clientId, companyId } = client;
    expect(await registry.delete(client, now + 5)).toBe(true);
    expect(await registry.find(clientId)).toBeUndefined();
    expect(await registry.listByCompany(companyId, { limit: 9 })).toEqual({ items: [] });
    expect((await registry.listAll()).map((one) => one.clientId)).not.toContain(clientId);
    const tombstone = { ...clientKey(clientId), revocationNumber: 0, revision: 2, deletedAt: now + 5 };
    expect(await readItem(clientId)).toEqual(tombstone);
    expect([await registry.delete(client, now), await registry.create(client)]).toEqual([false, false]);
  });

  it('does not delete a client that was changed in the meantime', async () => {
    const client = await createdClient();
    const renamed = await replace(client, { name: 'Door' });
    expect(await registry.delete(client, now)).toBe(false);
    expect(await registry.find(client.clientId)).toEqual(renamed);
  });

  it('changes a client once, with one audit entry, if the SDK retries a transaction whose response was lost', async () => {
    const client = aClient();
    const retrying = makeApiClientRegistry(makeRepeatingDatabase(db.database), db.tableNames, 400);
    const entry = (action: 'create' | 'rename' | 'delete') =>
      auditEntry({ actor: { through: 'cli', id: 'olive' }, now: () => now }, client.companyId, {
        action: `clients.${action}`,
        target: { clientId: client.clientId },
      });
    expect(await retrying.create(client, [entry('create')])).toBe(true);
    const renamed = await retrying.replace(client, { ...client, name: 'Gate 1' }, [entry('rename')]);
    expect(renamed).toMatchObject({ name: 'Gate 1', revision: 2 });
    expect(await retrying.delete(renamed as ApiClient, now, [entry('delete')])).toBe(true);
    expect(await readItem(client.clientId)).toMatchObject({ revision: 3, deletedAt: now });
    const log = makeLogStore(db.database, db.tableNames, defaultLogRetention, () => now);
    const { items: entries } = await log.listByCompany(client.companyId, { from: now - 1 }, { limit: 99 });
    const actions = entries.map((one) => (one.kind === 'admin' ? one.action : one.kind)).toSorted();
    expect(actions).toEqual(['clients.create', 'clients.delete', 'clients.rename']);
  });
});

describe('The access data of a client', () => {
  const accessOf = async (clientId: string) => {
    const {
      clientId: _,
      item: __,
      enabled,
      ...access
    } = (await getItem(db.database, db.tableNames.apiClients, accessKey(clientId))) as Item;
    return enabled ? access : undefined;
  };

  it('has no digest of a secret, and changes in the same transaction as the client', async () => {
    const allowedIps = ['192.0.2.0/24'];
    const { client } = createApiClient({ companyId: freshCompanyId(), name: 'Gate', allowedIps }, now);
    const { clientId, companyId, scopes } = client;
    const access = (revocationNumber: number) => ({ companyId, scopes, allowedIps, revocationNumber });
    await registry.create(client);
    expect(await accessOf(clientId)).toEqual(access(0));
    const revoked = await replace(client, { revocationNumber: 1 });
    expect(await accessOf(clientId)).toEqual(access(1));
    const reader = makeClientAccessReader(db.database, db.tableNames.apiClients);
    expect(await reader.find(clientId)).toMatchObject({ companyId, scopes, allowedIps, revocationNumber: 1 });
    const disabled = await replace(revoked, { enabled: false });
    expect([await accessOf(clientId), await reader.find(clientId)]).toEqual([undefined, undefined]);
    const enabled = await replace(disabled, { enabled: true });
    expect(await accessOf(clientId)).toEqual(access(1));
    // `client` is out of date, so nothing changes.
    expect(await registry.replace(client, { ...client, revocationNumber: 9 })).toBeUndefined();
    expect(await accessOf(clientId)).toEqual(access(1));
    await registry.delete(enabled, now);
    expect([await accessOf(clientId), await reader.find(clientId)]).toEqual([undefined, undefined]);
  });

  it('is read consistently, so that a disabled or revoked client is refused at the next call', async () => {
    const reads: unknown[] = [];
    const send = ({ input }: { input: object }) => Promise.resolve({ $metadata: reads.push(input) });
    const database = { send } as unknown as typeof db.database;
    await makeClientAccessReader(database, 'Clients').find('gate');
    await makeApiClientStore(database, 'Clients').find('gate');
    await makeTokenFamilyStore(database, 'Clients').find('gate', 'family');
    await makeTokenFamilyStore(database, 'Clients').findWithClient('gate', 'family');
    const consistent = expect.objectContaining({ ConsistentRead: true });
    expect(reads).toEqual([consistent, consistent, consistent, { RequestItems: { Clients: consistent } }]);
  });
});
