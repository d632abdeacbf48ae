import { describe, expect, it } from '@jest/globals';
import { logIn, type ApiClient } from '../../../../shared/domain/api-client.ts';
import { digestSecret, secretIdOf } from '../../../../shared/domain/client-secret.ts';
import { makeStores, NOW, runCommand, runJson, storesWith } from '../run-command.ts';

const HOUR = 3_600_000;

const makeClient = (change: Partial<ApiClient> = {}): ApiClient => ({
  clientId: 'ckc_1',
  companyId: 'acme',
  name: 'Gate 1',
  enabled: true,
  createdAt: NOW - 48 * HOUR,
  scopes: ['checkin'],
  secrets: [{ digest: digestSecret('old'), last4: '-old', createdAt: NOW - 48 * HOUR }],
  revocationNumber: 0,
  revision: 1,
  ...change,
});

const idOf = (secret: string): string => secretIdOf({ digest: digestSecret(secret) });
const [OLD, A, B] = [idOf('old'), idOf('a'), idOf('b')];

const actionsOf = async ({ log }: ReturnType<typeof makeStores>): Promise<unknown[]> => {
  const { items: entries } = await log.listByCompany('acme', { from: 0 }, { limit: 99 });
  return entries.map((entry) => entry.kind === 'admin' && [entry.action, entry.target, entry.actor.through]);
};

interface NewSecret {
  clientId: string;
  clientSecret: string;
}

const create = ['clients', 'create', '--company', 'acme', '--name'];

describe('clients create', () => {
  it('creates a client with scopes and limits, which can log in with the printed secret', async () => {
    const stores = makeStores();
    const options = '--scope sync --scope checkin --expires-in-days 90 --allow-ip 192.0.2.0/24'.split(' ');
    const { code, value } = await runJson(stores, [...create, 'HR', ...options]);
    const { clientId, clientSecret } = value as NewSecret;
    expect([code, value]).toEqual([0, { clientId, clientSecret, companyId: 'acme', name: 'HR' }]);
    expect(logIn(await stores.apiClients.find(clientId), clientSecret, NOW)).toBeDefined();
    expect(await actionsOf(stores)).toEqual([['clients.create', { clientId }, 'cli']]);
    expect((await runJson(stores, ['clients', 'show', clientId])).value).toMatchObject({
      scopes: ['checkin', 'sync'],
      secrets: [{ endsAt: '2027-02-19T08:00:00.000Z' }],
      allowedIps: ['192.0.2.0/24'],
    });
  });

  it('creates a client without limits, which may only check people in, and prints its secret once', async () => {
    const stores = makeStores();
    const { stdout } = await runCommand(stores, [...create, 'Gate 1']);
    expect(stdout).toMatch(/clientSecret: cks_\S+\n[^]*never shown again/);
    expect(stdout.match(/cks_/g)).toHaveLength(1);
    const [client] = (await runJson(stores, ['clients', 'list'])).value as ApiClient[];
    expect(client).toMatchObject({ scopes: ['checkin'], secrets: [{ last4: expect.any(String) }] });
    expect(Object.keys({ ...client, ...client?.secrets[0] })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/endsAt|allowedIps|silentAfterHours/)]),
    );
  });
});

describe('clients list and show', () => {
  const rotated = makeClient({
    clientId: 'ckc_2',
    createdAt: NOW - HOUR,
    secrets: [
      { digest: digestSecret('a'), last4: 'aaaa', createdAt: NOW - 2 * HOUR, endsAt: NOW },
      { digest: digestSecret('b'), last4: 'bbbb', createdAt: NOW - HOUR, endsAt: NOW + 1, lastUsedAt: NOW },
    ],
    silences: [{ from: NOW - HOUR, until: NOW }],
  });
  const other = makeClient({ clientId: 'ckc_3', companyId: 'other', createdAt: NOW });
  const stores = storesWith({ apiClients: [rotated, makeClient(), other] });

  it('list all clients or the clients of one company, in the order of creation', async () => {
    const idsOf = (value: unknown) => (value as ApiClient[]).map(({ clientId }) => clientId);
    expect(idsOf((await runJson(stores, ['clients', 'list'])).value)).toEqual(['ckc_1', 'ckc_2', 'ckc_3']);
    expect(idsOf((await runJson(stores, ['clients', 'list', '--company', 'acme'])).value)).toEqual(['ckc_1', 'ckc_2']);
  });

  it('print each live secret with its end and last use, but without its digest, as the console’s API does', async () => {
    expect((await runJson(stores, ['clients', 'show', 'ckc_2'])).value).toEqual({
      clientId: 'ckc_2',
      companyId: 'acme',
      name: 'Gate 1',
      enabled: true,
      scopes: ['checkin'],
      createdAt: '2026-11-21T07:00:00.000Z',
      status: 'ends',
      silences: [{ from: '2026-11-21T07:00:00.000Z', until: '2026-11-21T08:00:00.000Z' }],
      secrets: [
        {
          secretId: B,
          last4: 'bbbb',
          createdAt: '2026-11-21T07:00:00.000Z',
          endsAt: '2026-11-21T08:00:00.001Z',
          lastUsedAt: '2026-11-21T08:00:00.000Z',
        },
      ],
    });
  });

  it('print clients as text, without the digests of their secrets', async () => {
    const list = (await runCommand(stores, ['clients', 'list'])).stdout;
    expect(list).toMatch(/^CLIENT +COMPANY +NAME +STATUS +SCOPES +LIVE SECRETS +LAST SEEN\n/);
    expect(list).toContain('…bbbb until 2026-11-21T08:00:00.001Z');
    const show = async (clientId: string) => (await runCommand(stores, ['clients', 'show', clientId])).stdout;
    const stdout = (await show('ckc_1')) + (await show('ckc_2'));
    expect(stdout).toContain(
      `${B} (…bbbb), since 2026-11-21T07:00:00.000Z, until 2026-11-21T08:00:00.001Z, last used 2026-11-21T08:00:00.000Z`,
    );
    expect(stdout).toContain(`${OLD} (…-old), since 2026-11-19T08:00:00.000Z, no end date, never used`);
    expect(list + stdout).not.toContain(digestSecret('a'));
  });

  it('print a message if there are no clients, or none with the given id', async () => {
    expect(await runCommand(makeStores(), ['clients', 'list'])).toMatchObject({ code: 0, stdout: 'No API clients.\n' });
    expect(await runJson(makeStores(), ['clients', 'show', 'x'])).toEqual({
      code: 1,
      stderr: '{"error":{"code":"client_not_found","message":"There is no API client x."}}\n',
      value: undefined,
    });
  });
});

const storesWithTwoSecrets = () => {
  const secrets = [
    { digest: digestSecret('a'), last4: 'aaaa', createdAt: NOW - 2 * HOUR, endsAt: NOW + HOUR },
    { digest: digestSecret('b'), last4: 'bbbb', createdAt: NOW - HOUR },
  ];
  return storesWith({ apiClients: [makeClient({ secrets })] });
};

describe('clients rotate', () => {
  it('says once when the old secret ends', async () => {
    const { stdout } = await runCommand(storesWith({ apiClients: [makeClient()] }), ['clients', 'rotate', 'ckc_1']);
    expect(stdout).toMatch(
      /^clientId: +ckc_1\nclientSecret: .*\nname: +Gate 1\ncompany: +acme\nStore .*\nThe old secret ends at .*\n$/,
    );
  });

  it('prints a new secret, and that the old one ends after the grace period', async () => {
    const stores = storesWith({ apiClients: [makeClient()] });
    const { value } = await runJson(stores, ['clients', 'rotate', 'ckc_1', '--grace-hours', '0.5']);
    const { clientSecret } = value as NewSecret;
    const oldSecretEndsAt = '2026-11-21T08:30:00.000Z';
    expect(value).toEqual({ clientId: 'ckc_1', clientSecret, companyId: 'acme', name: 'Gate 1', oldSecretEndsAt });
    expect(logIn(await stores.apiClients.find('ckc_1'), clientSecret, NOW)).toBeDefined();
    expect(await actionsOf(stores)).toMatchObject([['clients.rotate', { clientId: 'ckc_1' }, 'cli']]);
  });

  it('rejects a third live secret, and names the older of the two with its expiry', async () => {
    const { code, stderr } = await runCommand(storesWithTwoSecrets(), ['clients', 'rotate', 'ckc_1']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${A} (…aaaa), which expires at 2026-11-21T09:00:00.000Z`);
  });

  it('with --force asks for confirmation, ends the older secret, and says which one', async () => {
    const stores = storesWithTwoSecrets();
    const force = ['clients', 'rotate', 'ckc_1', '--force'];
    const refused = await runCommand(stores, force, { answers: ['n'] });
    expect(refused).toMatchObject({ code: 1, stdout: '', questions: [expect.stringContaining(A)] });
    expect(logIn(await stores.apiClients.find('ckc_1'), 'a', NOW)).toBeDefined();
    expect(await runCommand(stores, force)).toMatchObject({
      code: 2,
      stderr: `This ends the secret ${A} (…aaaa) of ckc_1 now. Use --yes to continue without being asked.\n`,
    });
    expect(logIn(await stores.apiClients.find('ckc_1'), 'a', NOW)).toBeDefined();
    const { code, stdout, stderr } = await runCommand(stores, [...force, '--yes']);
    expect(stdout).toContain('The old secret ends at 2026-11-22T08:00:00.000Z.');
    expect([code, stderr]).toEqual([0, `Ended the secret ${A} (…aaaa).\n`]);
    expect(logIn(await stores.apiClients.find('ckc_1'), 'a', NOW)).toBeUndefined();
  });

  it('fails if somebody else changes the client during every attempt', async () => {
    const { apiClients, ...stores } = storesWith({ apiClients: [makeClient()] });
    const changing = { ...stores, apiClients: { ...apiClients, replace: async () => undefined } };
    const { code, stderr } = await runCommand(changing, ['clients', 'rotate', 'ckc_1']);
    const refusal = 'Somebody else changed the API client ckc_1 at the same moment. Try again.\n';
    expect([code, stderr]).toEqual([1, refusal]);
  });

  it('with --force ends no secret if somebody changed the client after the confirmation', async () => {
    const { apiClients, ...stores } = storesWithTwoSecrets();
    const find = async (clientId: string) => {
      const found = await apiClients.find(clientId);
      if (found?.name === 'Gate 1') await apiClients.replace(found, { ...found, name: 'Gate 2' });
      return found;
    };
    const changing = { ...stores, apiClients: { ...apiClients, find } };
    const { code } = await runCommand(changing, ['clients', 'rotate', 'ckc_1', '--force'], { answers: ['y'] });
    const { secrets } = (await apiClients.find('ckc_1')) as ApiClient;
    expect([code, secrets]).toMatchObject([1, [{ last4: 'aaaa' }, { last4: 'bbbb' }]]);
  });
});

it('clients end-secret ends one of two secrets by its id, but never the only one', async () => {
  const stores = storesWithTwoSecrets();
  expect((await runCommand(stores, ['clients', 'end-secret', 'ckc_1', B])).code).toBe(2);
  expect((await runJson(stores, ['clients', 'end-secret', 'ckc_1', B, '--yes'])).value).toMatchObject({
    secrets: [{ secretId: A }],
  });
  const last = await runCommand(stores, ['clients', 'end-secret', 'ckc_1', A, '--yes']);
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('only live secret of ckc_1')]);
  const gone = await runCommand(stores, ['clients', 'end-secret', 'ckc_1', B, '--yes']);
  expect([gone.code, gone.stderr]).toEqual([1, `The API client ckc_1 has no live secret ${B}.\n`]);
  expect(await actionsOf(stores)).toEqual([['clients.end-secret', { clientId: 'ckc_1', secretId: B }, 'cli']]);
});

describe('clients disable, enable, rename and update', () => {
  const networks = ['192.0.2.0/24', '2001:db8::/32'];

  it.each([
    [['disable'], { enabled: false }],
    [['enable'], { enabled: true }],
    [['rename', 'Gate 2'], { name: 'Gate 2' }],
    [['update', '--allow-ip', networks.join(', ')], { allowedIps: networks, silentAfterHours: 8 }],
    [['update', ...networks.flatMap((one) => ['--allow-ip', one])], { allowedIps: networks, silentAfterHours: 8 }],
    [['update', '--allow-ip', ...networks], { allowedIps: networks, silentAfterHours: 8 }],
    [['update', '--from-everywhere'], { allowedIps: undefined, silentAfterHours: 8 }],
    [['update', '--silent-after-hours', '24'], { allowedIps: ['203.0.113.0/24'], silentAfterHours: 24 }],
    [['update', '--never-silent'], { allowedIps: ['203.0.113.0/24'], silentAfterHours: undefined }],
  ])('%j prints the changed client, and logs the change', async ([verb = '', ...options], changed) => {
    const enabled = verb !== 'enable';
    const client = makeClient({ enabled, allowedIps: ['203.0.113.0/24'], silentAfterHours: 8 });
    const stores = storesWith({ apiClients: [client] });
    const { value } = await runJson(stores, ['clients', verb, 'ckc_1', ...options]);
    expect({ allowedIps: undefined, silentAfterHours: undefined, ...(value as object) }).toMatchObject({
      clientId: 'ckc_1',
      ...changed,
    });
    const { stdout } = await runCommand(stores, ['clients', 'show', 'ckc_1']);
    expect(stdout).toMatch(verb === 'disable' ? /ckc_1\nstatus: +DISABLED/ : /ckc_1\nstatus: +enabled/);
    const action = verb === 'update' ? 'change-limits' : verb;
    expect(await actionsOf(stores)).toEqual([[`clients.${action}`, { clientId: 'ckc_1' }, 'cli']]);
  });
});

describe('clients delete', () => {
  const remove = ['clients', 'delete', 'ckc_1'];

  it('asks for confirmation on a terminal, and deletes only after yes', async () => {
    const stores = storesWith({ apiClients: [makeClient()] });
    for (const answer of ['', 'n', 'yes!']) {
      const result = await runCommand(stores, remove, { answers: [answer] });
      expect(result).toMatchObject({ code: 1, stdout: '', stderr: 'Nothing was changed.\n' });
    }
    expect(await stores.apiClients.find('ckc_1')).toBeDefined();
    const { code, questions } = await runCommand(stores, remove, { answers: ['Y'] });
    expect([code, questions]).toEqual([0, [expect.stringContaining('ckc_1')]]);
    expect(await stores.apiClients.find('ckc_1')).toBeUndefined();
  });

  it('needs --yes without a terminal, and no longer finds a deleted client', async () => {
    const stores = storesWith({ apiClients: [makeClient()] });
    const refused = await runJson(stores, remove);
    expect([refused.code, JSON.parse(refused.stderr)]).toMatchObject([2, { error: { code: 'confirmation_required' } }]);
    expect((await runJson(stores, [...remove, '--yes'])).value).toEqual({ clientId: 'ckc_1', deleted: true });
    expect(await runCommand(stores, [...remove, '--yes'])).toMatchObject({
      code: 1,
      stderr: 'There is no API client ckc_1.\n',
    });
  });
});

it('clients revoke-tokens asks for confirmation, and prints the time from which tokens are valid', async () => {
  const stores = storesWith({ apiClients: [makeClient()] });
  const revoke = ['clients', 'revoke-tokens', 'ckc_1'];
  const refused = await runCommand(stores, revoke, { answers: ['n'] });
  expect(refused).toMatchObject({ code: 1, stderr: 'Nothing was changed.\n' });
  expect((await runCommand(stores, revoke)).stderr).toContain('Use --yes');
  expect(await stores.apiClients.find('ckc_1')).toMatchObject({ revocationNumber: 0 });
  const { value } = await runJson(stores, [...revoke, '--yes']);
  expect(value).toEqual({ clientId: 'ckc_1', tokensRevokedAt: '2026-11-21T08:00:00.000Z' });
  expect(await stores.apiClients.find('ckc_1')).toMatchObject({ revocationNumber: 1 });
  expect(await actionsOf(stores)).toEqual([['clients.revoke-tokens', { clientId: 'ckc_1' }, 'cli']]);
});

it.each([
  [[...create, 'n'.repeat(257)], /--name.*must be a string of 1 to 256 characters/],
  [[...create, 'n', '--scope', 'admin'], /--scope.*one or more of checkin, sync/],
  [[...create, 'n', '--expires-in-days', '31'], /--expires-in-days/],
  [['clients', 'rotate', 'ckc_1', '--grace-hours', '8785'], /must be a number from 0 to 8784/],
  [['clients', 'rotate', 'ckc_1', '--grace-hours', '0x10'], /must be a number from 0 to 8784/],
  [['clients', 'rename', 'ckc_1', ''], /must be a string of 1 to 256 characters/],
  [['clients', 'update', 'ckc_1'], /^Give --allow-ip, /],
  [['clients', 'update', 'ckc_1', '--allow-ip', '192.0.2'], /--allow-ip/],
  [['clients', 'update', 'ckc_1', '--allow-ip', '192.0.2.0/24', '--from-everywhere'], /--from-everywhere/],
])('clients rejects %j', async (words, reason) => {
  const { code, stdout, stderr } = await runCommand(makeStores(), words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(reason);
});
