import { expect, it } from '@jest/globals';
import { createApiClient, type ApiClientRegistry } from '../../shared/domain/api-client.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

const now = Date.UTC(2026, 10, 21);

/** What every {@link ApiClientRegistry} does, whatever it keeps the clients in. */
export const describeApiClientRegistry = (open: () => ApiClientRegistry): void => {
  const aClient = (companyId = freshCompanyId(), createdAt = now) =>
    createApiClient({ companyId, name: 'Gate' }, createdAt).client;

  it('finds a client as it was created', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    expect(await registry.find(client.clientId)).toEqual(client);
    expect(await registry.find('nobody')).toBeUndefined();
  });

  it('lists all clients, or those of one company, in the order of their creation', async () => {
    const registry = open();
    const companyId = freshCompanyId();
    const clients = [aClient(companyId, now), aClient(companyId, now + 1), aClient(companyId, now + 2)];
    const other = aClient();
    for (const client of [clients[2], other, clients[0], clients[1]]) if (client) await registry.create(client);
    expect(await registry.list(companyId)).toEqual(clients);
    expect(await registry.list()).toEqual(expect.arrayContaining([...clients, other]));
  });

  it('replaces a client that is as it was read', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    const disabled = { ...client, enabled: false };
    expect(await registry.replace(client, disabled)).toBe(true);
    expect(await registry.find(client.clientId)).toEqual(disabled);
  });

  it('does not replace a client that somebody else changed in between, or that is gone', async () => {
    const [registry, client] = [open(), aClient()];
    const other = { ...client, secrets: [...client.secrets, { digest: '00', createdAt: now }] };
    await registry.create(client);
    await registry.replace(client, other);
    expect(await registry.replace(client, { ...client, enabled: false })).toBe(false);
    expect(await registry.find(client.clientId)).toEqual(other);
    await registry.delete(client.clientId);
    expect(await registry.replace(other, client)).toBe(false);
  });

  it('notes when a secret was used, and nothing where it is gone', async () => {
    const [registry, client] = [open(), aClient()];
    const [secret] = client.secrets;
    if (!secret) throw new Error('a new client has a secret');
    await registry.create(client);
    await registry.recordLastUsed({ client, secret }, now + 7);
    const used = { ...client, secrets: [{ ...secret, lastUsedAt: now + 7 }] };
    expect(await registry.find(client.clientId)).toEqual(used);
    const replaced = { ...used, secrets: [{ digest: '00', createdAt: now }] };
    await registry.replace(used, replaced);
    await registry.recordLastUsed({ client, secret }, now + 8);
    expect(await registry.find(client.clientId)).toEqual(replaced);
  });

  it('deletes a client, once', async () => {
    const [registry, client] = [open(), aClient()];
    await registry.create(client);
    expect(await registry.delete(client.clientId)).toBe(true);
    expect(await registry.find(client.clientId)).toBeUndefined();
    expect(await registry.delete(client.clientId)).toBe(false);
  });
};
