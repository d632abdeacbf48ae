import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startConsoleService, type ConsoleCaller, type ConsoleService } from '../../support/console-service.ts';

let service: ConsoleService;

beforeAll(async () => {
  service = await startConsoleService();
});
afterAll(() => service.stop());

const ifMatch = ({ etag }: { etag: string }) => ({ 'If-Match': etag });

const aClient = async (member: ConsoleCaller, name = 'Gate 1') =>
  (await member.call('createClient', { body: { name } })).body as {
    client: { clientId: string; etag: string; secrets: { secretId: string }[] };
    clientSecret: string;
  };

const actionsIn = async ({ companyId }: ConsoleCaller): Promise<unknown[]> => {
  const { entries } = await service.stores.log.listByCompany(
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
  });

  it('are renamed, disabled and given scopes with a matching ETag', async () => {
    const admin = await service.aMember('admin');
    const { client } = await aClient(admin);
    const params = { clientId: client.clientId };

    const renamed = await admin.call('updateClient', { params, body: { name: 'Gate 2' }, headers: ifMatch(client) });
    expect(renamed.body).toMatchObject({ name: 'Gate 2', enabled: true });
    expect(renamed.body.etag).not.toBe(client.etag);

    const stale = await admin.call('updateClient', { params, body: { enabled: false }, headers: ifMatch(client) });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const without = await admin.call('updateClient', { params, body: { enabled: false } });
    expect([without.status, without.body.code]).toEqual([428, 'precondition_required']);
    expect((await admin.call('getClient', { params })).body).toEqual(renamed.body);

    const body = { enabled: false, scopes: ['checkin', 'sync'] };
    const disabled = await admin.call('updateClient', { params, body, headers: ifMatch(renamed.body) });
    expect(disabled.body).toMatchObject({ name: 'Gate 2', ...body });
    expect(await actionsIn(admin)).toEqual(
      expect.arrayContaining(['clients.create', 'clients.rename', 'clients.disable', 'clients.change-scopes']),
    );
  });

  it('can have two live secrets, of which one can be ended, and no third one', async () => {
    const admin = await service.aMember('admin');
    const { client } = await aClient(admin);
    const params = { clientId: client.clientId };

    const rotated = await admin.call('rotateSecret', { params, body: { graceHours: 72 }, headers: ifMatch(client) });
    expect(rotated.status).toBe(201);
    const [older, newer] = rotated.body.client.secrets;
    const hours = (Date.parse(older.endsAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    expect(newer).toMatchObject({ last4: rotated.body.clientSecret.slice(-4) });
    expect(newer.endsAt).toBeUndefined();

    const third = await admin.call('rotateSecret', { params, headers: ifMatch(rotated.body.client) });
    expect([third.status, third.body.code]).toEqual([409, 'two_live_secrets']);

    const ended = await admin.call('endSecret', {
      params: { ...params, secretId: newer.secretId },
      headers: ifMatch(rotated.body.client),
    });
    expect(ended.body.secrets).toEqual([{ ...older, endsAt: undefined }]);

    const last = await admin.call('endSecret', {
      params: { ...params, secretId: older.secretId },
      headers: ifMatch(ended.body),
    });
    expect([last.status, last.body.code]).toEqual([409, 'last_live_secret']);
  });

  it('have their tokens revoked, and are deleted', async () => {
    const admin = await service.aMember('admin');
    const { client } = await aClient(admin);
    const params = { clientId: client.clientId };

    const revoked = await admin.call('revokeTokens', { params, headers: ifMatch(client) });
    expect(revoked.body).toEqual({ client: expect.objectContaining(params), tokensRevokedAt: expect.any(String) });

    const stale = await admin.call('deleteClient', { params, headers: ifMatch(client) });
    expect(stale.status).toBe(412);
    const deleted = await admin.call('deleteClient', { params, headers: ifMatch(revoked.body.client) });
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await admin.call('getClient', { params })).status).toBe(404);
    expect(await actionsIn(admin)).toEqual([
      'members.add',
      'clients.create',
      'clients.revoke-tokens',
      'clients.delete',
    ]);
  });

  it('keep their ETag when a secret is used', async () => {
    const admin = await service.aMember('admin');
    const { client } = await aClient(admin);
    const stored = await service.stores.clients.find(client.clientId);
    const [secret] = stored?.secrets ?? [];
    if (!stored || !secret) throw new Error('not stored');
    await service.stores.clients.recordLastUsed({ client: stored, secret }, Date.now());

    const { body } = await admin.call('getClient', { params: { clientId: client.clientId } });
    expect(body.secrets[0].lastUsedAt).toEqual(expect.any(String));
    expect(body.etag).toBe(client.etag);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 257 characters', { name: 'x'.repeat(257) }, 'name'],
    ['an unknown scope', { name: 'Gate', scopes: ['admin'] }, 'scopes'],
    ['no scope', { name: 'Gate', scopes: [] }, 'scopes'],
  ])('with %s are refused', async (_, body, field) => {
    const admin = await service.aMember('admin');
    const response = await admin.call('createClient', { body });
    expect([response.status, response.body.code]).toEqual([400, 'invalid_field']);
    expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });
});

describe('The list of API clients', () => {
  const namesIn = (items: { name: string }[]): string[] => items.map(({ name }) => name);

  it('has pages, in the order of creation, and is filtered by name, id and status', async () => {
    const admin = await service.aMember('admin');
    const names = ['Gate 1', 'gate 2', 'HR system', 'Gate 3', 'Door'];
    const ids: string[] = [];
    for (const name of names) ids.push((await aClient(admin, name)).client.clientId);

    const first = await admin.call('listClients', { query: { limit: 2 } });
    const second = await admin.call('listClients', { query: { limit: 2, next: first.body.next } });
    const third = await admin.call('listClients', { query: { limit: 2, next: second.body.next } });
    expect([first, second, third].flatMap(({ body }) => namesIn(body.items))).toEqual(names);
    expect(third.body).not.toHaveProperty('next');

    expect(namesIn((await admin.call('listClients', { query: { q: 'GATE' } })).body.items)).toEqual([
      'Gate 1',
      'gate 2',
      'Gate 3',
    ]);
    expect(namesIn((await admin.call('listClients', { query: { q: ids[4] ?? '' } })).body.items)).toEqual(['Door']);
    expect(namesIn((await admin.call('listClients', { query: { status: 'never', q: 'hr' } })).body.items)).toEqual([
      'HR system',
    ]);
    expect((await admin.call('listClients', { query: { status: 'silent' } })).body).toEqual({ items: [] });
  });
});

describe('A creation with an Idempotency-Key', () => {
  const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key }, body: { name: 'Gate 1' } });

  it('that is retried gets the same client, and a new secret that replaces the one that was never shown', async () => {
    const admin = await service.aMember('admin');
    const first = await admin.call('createClient', withKey('key-1'));
    const second = await admin.call('createClient', withKey('key-1'));
    const third = await admin.call('createClient', withKey('key-1'));

    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect(second.body.client.clientId).toBe(first.body.client.clientId);
    expect(new Set([first, second, third].map(({ body }) => body.clientSecret)).size).toBe(3);
    expect((await admin.call('listClients')).body.items).toEqual([third.body.client]);
    expect(third.body.client.secrets).toEqual([expect.objectContaining({ last4: third.body.clientSecret.slice(-4) })]);
  });

  it('is refused once the first secret was used', async () => {
    const admin = await service.aMember('admin');
    const { body } = await admin.call('createClient', withKey('key-1'));
    const client = await service.stores.clients.find(body.client.clientId);
    const [secret] = client?.secrets ?? [];
    if (!client || !secret) throw new Error('not stored');
    await service.stores.clients.recordLastUsed({ client, secret }, Date.now());

    const again = await admin.call('createClient', withKey('key-1'));
    expect([again.status, again.body.code]).toEqual([409, 'secret_used']);
    expect((await service.stores.clients.find(client.clientId))?.secrets).toHaveLength(1);
  });

  it('identifies one request of one member', async () => {
    const admin = await service.aMember('admin');
    const colleague = await service.aMember('admin', admin.companyId);
    const first = await admin.call('createClient', withKey('key-1'));

    const other = await admin.call('createClient', { ...withKey('key-1'), body: { name: 'Gate 2' } });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const theirs = await colleague.call('createClient', withKey('key-1'));
    expect(theirs.status).toBe(201);
    expect(theirs.body.client.clientId).not.toBe(first.body.client.clientId);
  });

  it('creates nothing again after the client was deleted', async () => {
    const admin = await service.aMember('admin');
    const { client } = (await admin.call('createClient', withKey('key-1'))).body;
    const params = { clientId: client.clientId };
    await admin.call('deleteClient', { params, headers: ifMatch(client) });

    const again = await admin.call('createClient', withKey('key-1'));
    expect([again.status, again.body.code]).toEqual([404, 'client_not_found']);
    expect((await admin.call('listClients')).body.items).toEqual([]);
  });
});

describe('A rotation with an Idempotency-Key', () => {
  it('that is retried with the If-Match of the first gets a new secret that replaces the unseen one', async () => {
    const admin = await service.aMember('admin');
    const { client } = await aClient(admin);
    const request = {
      params: { clientId: client.clientId },
      body: { graceHours: 24 },
      headers: { 'Idempotency-Key': 'rotation-1', ...ifMatch(client) },
    };
    const first = await admin.call('rotateSecret', request);
    const second = await admin.call('rotateSecret', request);

    expect([first.status, second.status]).toEqual([201, 201]);
    const [older, newer] = second.body.client.secrets;
    expect(older).toEqual(first.body.client.secrets[0]);
    expect(newer.last4).toBe(second.body.clientSecret.slice(-4));
    expect(second.body.client.secrets).toHaveLength(2);
    expect(second.body.clientSecret).not.toBe(first.body.clientSecret);
  });
});

describe('The limits of an API client', () => {
  const limits = { allowedIps: ['192.0.2.0/24', '2001:db8::/32'], silentAfterHours: 24 };

  it('are set at its creation, changed and removed, and each change is in the log', async () => {
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

  it('give a new secret a lifetime at a rotation', async () => {
    const admin = await service.aMember('admin');
    const { client } = await aClient(admin);
    const rotated = await admin.call('rotateSecret', {
      params: { clientId: client.clientId },
      headers: ifMatch(client),
      body: { graceHours: 1, expiresInDays: 30 },
    });
    const [, newer] = rotated.body.client.secrets;
    expect(Date.parse(newer.endsAt) - Date.parse(newer.createdAt)).toBe(30 * 24 * 3_600_000);
  });
});
