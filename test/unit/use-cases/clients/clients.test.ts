import type { ClientSecret } from '../../../../shared/domain/client-secret.ts';
import { describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiClientRegistry } from '../../../../shared/domain/api-client.ts';
import { secretIdOf } from '../../../../shared/domain/client-secret.ts';
import {
  findClient,
  rotateClientSecret,
  createClient,
  deleteClient,
  revokeClientTokens,
  updateApiClient,
  type ClientContext,
} from '../../../../shared/use-cases/clients/change-client.ts';
import { auditEntries } from '../../../support/audit-entries.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeInMemoryApiClients } from '../../../support/stores-in-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const actor = { through: 'console', id: 'ana' } as const;

const openContext = (change: (registry: ApiClientRegistry) => Partial<ApiClientRegistry> = () => ({})) => {
  const database = makeMemoryDatabase();
  const registry = makeInMemoryApiClients([], database);
  const context: ClientContext = {
    apiClients: { ...registry, ...change(registry) },
    actor,
    now: () => NOW,
  };
  return { context, entries: () => auditEntries(database), registry };
};

const createGate = async (context: ClientContext): Promise<ApiClient> =>
  (await createClient(context, { companyId: 'acme', name: 'Gate 1' })).client;

const rejection = (code: string, details: unknown = expect.anything()) => expect.objectContaining({ code, details });
const secretIdsOf = ({ secrets }: ApiClient): string[] => secrets.map(secretIdOf);

it('A client is found for its company, and for no other', async () => {
  const { context } = openContext();
  const { clientId } = await createGate(context);
  const find = (companyId: string) => findClient(context.apiClients, { clientId, companyId });
  expect(await find('acme')).toMatchObject({ clientId });
  await expect(find('globex')).rejects.toEqual(rejection('client_not_found', { clientId }));
});

describe('A deletion', () => {
  it('is logged once, with everything about the client, and the next deletion finds no client', async () => {
    const { context, entries } = openContext();
    const { clientId } = await createGate(context);
    const limits = { allowedIps: ['192.0.2.0/24'], silentAfterHours: 24 };
    const gate = await updateApiClient(context, { clientId }, limits);
    expect(await deleteClient(context, { clientId })).toEqual(gate);
    await expect(deleteClient(context, { clientId })).rejects.toEqual(rejection('client_not_found'));
    const before = { name: 'Gate 1', scopes: ['checkin'], enabled: true, ...limits, secrets: [{}] };
    const deletions = entries().filter(({ action }) => action === 'clients.delete');
    expect(deletions).toMatchObject([{ target: { clientId }, before }]);
  });

  it('that names a revision is rejected if the client was changed meanwhile', async () => {
    const { context, entries, registry } = openContext((stored) => ({
      delete: async (before, now, logged) => {
        await stored.replace(before, { ...before, name: 'Gate 2' });
        return stored.delete(before, now, logged);
      },
    }));
    const { clientId, revision } = await createGate(context);
    const deletion = deleteClient(context, { clientId, revision });
    await expect(deletion).rejects.toEqual(rejection('client_changed', { clientId }));
    expect(await registry.find(clientId)).toMatchObject({ name: 'Gate 2' });
    expect(entries()).toHaveLength(1);
  });
});

it('A change that names no revision is retried up to nine times while others change the client', async () => {
  let writes = 0;
  const { context, registry } = openContext((stored) => ({
    replace: async (before, after, logged) => {
      writes += 1;
      if (writes <= 9) await stored.replace(before, { ...before, name: `Gate ${writes}` });
      return stored.replace(before, after, logged);
    },
  }));
  const { clientId } = await createGate(context);
  await updateApiClient(context, { clientId }, { enabled: false });
  expect(await registry.find(clientId)).toMatchObject({ name: 'Gate 9', enabled: false, revocationNumber: 1 });
});

describe('The audit log', () => {
  it('records who changed what, the values before and after, and no secret', async () => {
    const { context, entries } = openContext();
    const limits = { allowedIps: ['192.0.2.0/24'], silentAfterHours: 24 };
    const newClient = { companyId: 'acme', name: 'HR', scopes: ['sync'], ...limits, expiresInDays: 30 } as const;
    const { client, clientSecret } = await createClient(context, newClient);
    const [secretId] = secretIdsOf(client);
    const [{ last4 }] = client.secrets as [ClientSecret];
    const endsAt = '2026-12-21T08:00:00.000Z';
    const target = { clientId: client.clientId };
    const changes = { name: 'People', enabled: false, scopes: ['checkin'], silentAfterHours: 48 } as const;
    await updateApiClient(context, target, changes);
    const common = { kind: 'admin', companyId: 'acme', receivedAt: NOW, actor, target };
    const unordered = (...expected: object[]) => [expect.arrayContaining(expected), expected.length];
    expect([entries(), entries().length]).toEqual(
      unordered(
        {
          ...common,
          action: 'clients.create',
          after: { name: 'HR', enabled: true, scopes: ['sync'], ...limits, secrets: [{ secretId, last4, endsAt }] },
        },
        { ...common, action: 'clients.rename', before: { name: 'HR' }, after: { name: 'People' } },
        { ...common, action: 'clients.disable', before: { enabled: true }, after: { enabled: false } },
        {
          ...common,
          action: 'clients.change-scopes',
          before: { scopes: ['sync'] },
          after: { scopes: ['checkin'] },
        },
        {
          ...common,
          action: 'clients.change-limits',
          before: { silentAfterHours: 24 },
          after: { silentAfterHours: 48 },
        },
      ),
    );
    const rotated = await rotateClientSecret(context, target, { graceMilliseconds: 3_600_000 });
    await updateApiClient(context, target, { enabled: true });
    for (let count = 0; count < 2; count += 1) await revokeClientTokens(context, target);
    await deleteClient(context, target);
    const find = (wanted: string) => entries().filter(({ action }) => action === `clients.${wanted}`);
    expect([entries().length, find('enable').length, find('delete').length]).toEqual([10, 1, 1]);
    const [older, newer] = secretIdsOf(rotated.client);
    expect(find('rotate')).toMatchObject([
      {
        target: { ...target, secretId: newer },
        before: { secrets: [{ secretId: older }] },
        after: { secrets: [{ secretId: older, endsAt: '2026-11-21T09:00:00.000Z' }, { secretId: newer }] },
      },
    ]);
    const revoked = { tokensRevokedAt: '2026-11-21T08:00:00.000Z' };
    expect(find('revoke-tokens')).toMatchObject([1, 2].map(() => ({ before: revoked, after: revoked })));
    const text = JSON.stringify(entries());
    for (const hidden of [clientSecret, rotated.clientSecret, ...rotated.client.secrets.map(({ digest }) => digest)]) {
      expect(text).not.toContain(hidden);
    }
  });

  it('has no entry for a request that changes nothing', async () => {
    const { context, entries } = openContext();
    const { clientId, revision } = await createGate(context);
    const same = await updateApiClient(context, { clientId }, { name: 'Gate 1', enabled: true, scopes: ['checkin'] });
    expect([same.revision, entries().length]).toEqual([revision, 1]);
  });
});

it('A creation is rejected if another request has created the client meanwhile', async () => {
  const { context } = openContext(() => ({ create: async () => false }));
  const created = createClient(context, { companyId: 'acme', name: 'Gate 1', clientId: 'ckc_1' });
  await expect(created).rejects.toEqual(rejection('client_changed', { clientId: 'ckc_1' }));
});
