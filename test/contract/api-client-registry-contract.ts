import { expect, it } from '@jest/globals';
import { createApiClient, type ApiClientRegistry } from '../../shared/domain/api-client.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

const HOUR = 60 * 60_000;
const now = Date.UTC(2026, 10, 21);

/** The tests for every {@link ApiClientRegistry}, on any storage. */
export const describeApiClientRegistry = (open: () => ApiClientRegistry): void => {
  const aClient = (companyId = freshCompanyId(), createdAt = now) =>
    createApiClient({ companyId, name: 'Gate' }, createdAt).client;

  it('finds a client as it was created', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    expect(await registry.find(client.clientId)).toEqual(client);
    expect(await registry.find('nobody')).toBeUndefined();
  });

  it('creates no second client with the same id', async () => {
    const [registry, client] = [open(), aClient()];
    expect(await registry.create(client)).toBe(true);
    expect(await registry.create({ ...client, name: 'Another' })).toBe(false);
    expect(await registry.find(client.clientId)).toEqual(client);
  });

  it('lists all clients in the order of their creation', async () => {
    const registry = open();
    const clients = [aClient(freshCompanyId(), now), aClient(freshCompanyId(), now + 1)];
    for (const client of clients.toReversed()) await registry.create(client);
    const ids = new Set(clients.map(({ clientId }) => clientId));
    const all = await registry.listAll();
    expect(all.filter(({ clientId }) => ids.has(clientId))).toEqual(clients);
  });

  it('lists the clients of one company in the order of their creation, page by page', async () => {
    const registry = open();
    const companyId = freshCompanyId();
    const clients = [aClient(companyId, now), aClient(companyId, now + 1), aClient(companyId, now + 2)];
    for (const client of [clients[2], aClient(), clients[0], clients[1]]) if (client) await registry.create(client);
    expect(await registry.listByCompany(companyId, { limit: 10 })).toEqual({ items: clients });
    const first = await registry.listByCompany(companyId, { limit: 2 });
    const after = { clientId: clients[1]?.clientId ?? '', createdAt: now + 1 };
    expect(first).toEqual({ items: clients.slice(0, 2), next: after });
    expect(await registry.listByCompany(companyId, { limit: 2, after })).toEqual({ items: clients.slice(2) });
  });

  it('replaces a client that has not changed since it was read, and increases its revision', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    const disabled = { ...client, enabled: false, revision: client.revision + 1 };
    expect(await registry.replace(client, { ...client, enabled: false })).toMatchObject(disabled);
    expect(await registry.find(client.clientId)).toMatchObject(disabled);
  });

  it('does not replace a client that was changed or deleted in the meantime', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    const other = await registry.replace(client, { ...client, name: 'Renamed' });
    if (!other) throw new Error('the first change was not made');
    expect(await registry.replace(client, { ...client, enabled: false })).toBeUndefined();
    expect(await registry.find(client.clientId)).toEqual(other);
    await registry.delete(other, now);
    expect(await registry.replace(other, client)).toBeUndefined();
  });

  it('does not replace a client whose secret was used in the meantime', async () => {
    const [registry, client] = [open(), aClient()];
    const [secret] = client.secrets;
    if (!secret) throw new Error('the new client has no secret');
    await registry.create(client);
    await registry.recordLastUsed({ client, secret }, now + 7);
    expect(await registry.replace(client, { ...client, secrets: [] })).toBeUndefined();
    const used = await registry.find(client.clientId);
    expect(used && (await registry.replace(used, { ...used, enabled: false }))).toMatchObject({ enabled: false });
  });

  it('records when a secret was used, but not for a deleted secret', async () => {
    const [registry, client] = [open(), aClient()];
    const [secret] = client.secrets;
    if (!secret) throw new Error('the new client has no secret');
    await registry.create(client);
    await registry.recordLastUsed({ client, secret }, now + 7);
    const used = { ...client, lastSeenAt: now + 7, secrets: [{ ...secret, lastUsedAt: now + 7 }] };
    expect(await registry.find(client.clientId)).toEqual(used);
    const replaced = await registry.replace(used, {
      ...used,
      secrets: [{ digest: '00', last4: 'last', createdAt: now }],
    });
    await registry.recordLastUsed({ client, secret }, now + 8);
    expect(await registry.find(client.clientId)).toEqual(replaced);
  });

  it('records the use of a client at most once an hour, whichever secret is used', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    const seen = async () => (await registry.find(client.clientId))?.lastSeenAt;
    await registry.recordLastUsed({ client }, now);
    // Another gate of the same client had read the client before the first use was recorded.
    await registry.recordLastUsed({ client }, now + HOUR - 1);
    expect(await seen()).toBe(now);
    await registry.recordLastUsed({ client }, now + HOUR);
    expect(await seen()).toBe(now + HOUR);
    expect(await registry.replace(client, { ...client, name: 'Renamed' })).toBeUndefined();
  });

  it('records at most once an hour that a client was denied although its secret was right', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    const denied = async () => {
      const { lastDeniedAt, lastDeniedIp } = (await registry.find(client.clientId)) ?? {};
      return [lastDeniedAt, lastDeniedIp];
    };
    await registry.recordDenied(client, { ip: '192.0.2.1', isGenuine: false }, now);
    expect(await denied()).toEqual([undefined, undefined]);
    await registry.recordDenied(client, { ip: '192.0.2.1', isGenuine: true }, now);
    await registry.recordDenied(client, { ip: '192.0.2.2', isGenuine: true }, now + HOUR - 1);
    expect(await denied()).toEqual([now, '192.0.2.1']);
  });

  it('deletes a client once, and never creates another one with its id', async () => {
    const [registry, client] = [open(), aClient()];
    const { clientId, companyId } = client;
    await registry.create(client);
    expect(await registry.findTombstone(clientId)).toBeUndefined();
    expect(await registry.delete(client, now + 5)).toBe(true);
    expect(await registry.find(clientId)).toBeUndefined();
    expect(await registry.listByCompany(companyId, { limit: 9 })).toEqual({ items: [] });
    expect((await registry.listAll()).map((one) => one.clientId)).not.toContain(clientId);
    expect(await registry.findTombstone(clientId)).toEqual({
      clientId,
      revocationNumber: 0,
      revision: 2,
      deletedAt: now + 5,
    });
    expect([await registry.delete(client, now), await registry.create(client)]).toEqual([false, false]);
  });

  it('does not delete a client that was changed in the meantime', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    const renamed = await registry.replace(client, { ...client, name: 'Door' });
    expect(await registry.delete(client, now)).toBe(false);
    expect(await registry.find(client.clientId)).toEqual(renamed);
  });
};
