import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../shared/domain/api-client.ts';
import type { ConsoleCaller } from '../../support/console-service.ts';
import { useConsoleService } from '../../support/use-console.ts';

const service = useConsoleService();

const ifMatch = ({ etag }: { etag: string }) => ({ 'If-Match': etag });

/** The actions in the audit log of the member’s company, oldest first. */
const actionsIn = async ({ companyId }: ConsoleCaller): Promise<unknown[]> => {
  const { items: entries } = await service.stores.log.listByCompany(
    companyId,
    { from: Date.now() - 3_600_000 },
    { limit: 100 },
  );
  return entries.flatMap((entry) => (entry.kind === 'admin' ? [entry.action] : [])).toReversed();
};

describe('API clients', () => {
  it('are created with a secret that is shown once', async () => {
    const admin = await service.aMember('admin');
    const { status, headers, body } = await admin.call('createClient', { body: { name: 'Gate 1', scopes: ['sync'] } });

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      client: {
        clientId: expect.stringMatching(/^ckc_/),
        companyId: admin.companyId,
        name: 'Gate 1',
        enabled: true,
        scopes: ['sync'],
        status: 'never',
        createdAt: expect.any(String),
        secrets: [{ secretId: expect.any(String), last4: body.clientSecret.slice(-4), createdAt: expect.any(String) }],
        etag: headers.get('etag'),
      },
      clientSecret: expect.stringMatching(/^cks_/),
    });
    const { clientId } = body.client;
    const shown = await admin.call('getClient', { params: { clientId } });
    expect(shown.body).toEqual(body.client);
    expect(shown.headers.get('etag')).toBe(body.client.etag);
    expect(JSON.stringify((await admin.call('listClients')).body)).not.toContain(body.clientSecret);
    const { clients } = service.stores;
    const denial = { ip: '192.0.2.7', hasRightSecret: true };
    await clients.recordDenied((await clients.find(clientId)) as ApiClient, denial, Date.now());
    expect((await admin.call('getClient', { params: { clientId } })).body).toMatchObject({ lastDeniedIp: '192.0.2.7' });
  });
});

it('Lists of API clients and of the log have pages, and clients are filtered by name and status', async () => {
  const admin = await service.aMember('admin');
  const names = ['Gate 1', 'gate 2', 'Door'];
  for (const name of names) await admin.call('createClient', { body: { name } });
  const readAll = async (id: 'listClients' | 'listLog', query = {}) => {
    const items: { name?: string; after?: { name?: string } }[] = [];
    let next: string | undefined;
    do {
      const { body } = await admin.call(id, { query: { ...query, limit: 1, ...(next !== undefined && { next }) } });
      items.push(...body.items);
      ({ next } = body);
    } while (next !== undefined && items.length < 9);
    return items.map(({ name, after }) => name ?? after?.name);
  };
  expect(await readAll('listClients')).toEqual(names);
  expect(await readAll('listClients', { q: 'GATE' })).toEqual(['Gate 1', 'gate 2']);
  expect(await readAll('listClients', { q: 'oor' })).toEqual(['Door']);
  expect(await readAll('listLog')).toEqual(names.toReversed());
});

describe('A client whose creation lost its response', () => {
  it('is in the list as never used, and a rotation returns a secret', async () => {
    const admin = await service.aMember('admin');
    const { clientSecret: lost } = (await admin.call('createClient', { body: { name: 'Gate 1' } })).body;

    const [client] = (await admin.call('listClients')).body.items;
    expect([client.name, client.lastSeenAt, client.secrets[0].lastUsedAt]).toEqual(['Gate 1', undefined, undefined]);
    const headers = ifMatch(client);
    const { clientId } = client;
    const rotated = await admin.call('rotateSecret', { params: { clientId }, headers, body: { graceHours: 0 } });
    const [after] = (await admin.call('listClients')).body.items;
    expect(after.secrets).toEqual([expect.objectContaining({ last4: rotated.body.clientSecret.slice(-4) })]);
    expect(rotated.body.clientSecret).not.toBe(lost);
  });
});

describe('The limits of an API client', () => {
  const limits = { allowedIps: ['192.0.2.0/24', '2001:db8::/32'], silentAfterHours: 24 };

  it('can be set, changed and removed, and each change is in the audit log', async () => {
    const admin = await service.aMember('admin');
    const created = await admin.call('createClient', { body: { name: 'Gate', expiresInDays: 90, ...limits } });
    const { client } = created.body;
    expect(client).toMatchObject(limits);
    const [secret] = client.secrets;
    expect(Date.parse(secret.endsAt) - Date.parse(secret.createdAt)).toBe(90 * 24 * 3_600_000);
    const patch = async (body: object, etag: string) =>
      (await admin.call('updateClient', { params: { clientId: client.clientId }, headers: { 'If-Match': etag }, body }))
        .body;
    const same = await patch({ ...limits, name: 'Gate' }, client.etag);
    expect(same.etag).toBe(client.etag);
    const changed = await patch({ allowedIps: ['192.0.2.7/32'] }, client.etag);
    expect(changed).toMatchObject({ allowedIps: ['192.0.2.7/32'], silentAfterHours: 24 });
    const removed = await patch({ allowedIps: null, silentAfterHours: null }, changed.etag);
    expect('allowedIps' in removed || 'silentAfterHours' in removed).toBe(false);
    const actions = (await actionsIn(admin)).filter((action) => String(action).startsWith('clients.'));
    expect(actions).toEqual(['clients.create', 'clients.change-limits', 'clients.change-limits']);
  });

  it('include the lifetime of a rotation’s new secret, after which the old secret ends with the grace period', async () => {
    const admin = await service.aMember('admin');
    const { client } = (await admin.call('createClient', { body: { name: 'Gate 1', expiresInDays: 90 } })).body;
    const rotated = await admin.call('rotateSecret', {
      params: { clientId: client.clientId },
      headers: ifMatch(client),
      body: { graceHours: 72, expiresInDays: 30 },
    });
    const [older, newer] = rotated.body.client.secrets;
    const hoursBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 3_600_000;
    expect(hoursBetween(newer.createdAt, older.endsAt)).toBeCloseTo(72, 1);
    expect(hoursBetween(newer.createdAt, newer.endsAt)).toBe(30 * 24);
    expect(newer.last4).toBe(rotated.body.clientSecret.slice(-4));
    const params = { clientId: client.clientId, secretId: newer.secretId };
    const third = await admin.call('rotateSecret', { params, headers: ifMatch(rotated.body.client) });
    expect([third.status, third.body.code]).toEqual([409, 'two_live_secrets']);
    const ended = await admin.call('endSecret', { params, headers: ifMatch(rotated.body.client) });
    expect(ended.body.secrets).toEqual([{ ...older, endsAt: client.secrets[0].endsAt }]);
  });
});
