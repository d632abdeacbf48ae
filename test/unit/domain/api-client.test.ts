import { describe, expect, it } from '@jest/globals';
import { createApiClient, logIn, type ApiClient } from '../../../shared/domain/api-client.ts';
import { rotateSecret } from '../../../shared/domain/client-changes.ts';
import type { Scope } from '../../../shared/rules/api-clients.ts';
import { digestSecret, secretIdOf } from '../../../shared/domain/client-secret.ts';

const HOUR = 60 * 60_000;
const now = Date.UTC(2026, 10, 21);
const { client, clientSecret } = createApiClient({ companyId: 'acme', name: 'Gate 1' }, now);

const canLogIn = (apiClient: ApiClient | undefined, secret: string, at: number): boolean =>
  logIn(apiClient, secret, at) !== undefined;

describe('A new API client', () => {
  it('has a unique id that does not look like a secret', () => {
    expect(client.clientId).toMatch(/^ckc_[0-9a-f]{32}$/);
    expect(createApiClient({ companyId: 'acme', name: 'Gate 1' }, now).client.clientId).not.toBe(client.clientId);
  });

  it('has a secret of 256 random bits with a prefix that scanners know', () => {
    expect(clientSecret).toMatch(/^cks_[\w-]{43}$/);
    expect(createApiClient({ companyId: 'acme', name: 'Gate 1' }, now).clientSecret).not.toBe(clientSecret);
  });

  it('stores only the digest and the last four characters of its secret', () => {
    expect(JSON.stringify(client)).not.toContain(clientSecret);
    const last4 = clientSecret.slice(-4);
    expect(client.secrets).toEqual([{ digest: digestSecret(clientSecret), last4, createdAt: now }]);
  });

  it('has the scope checkin unless other scopes are requested', () => {
    const scopesOf = (scopes: Scope[]) => createApiClient({ companyId: 'acme', name: 'HR', scopes }, now).client.scopes;
    expect(client.scopes).toEqual(['checkin']);
    expect([scopesOf(['sync']), scopesOf(['sync', 'checkin', 'sync'])]).toEqual([['sync'], ['checkin', 'sync']]);
  });

  it('logs in with its secret, but not with the digest or a longer text, or while it is disabled', () => {
    expect(canLogIn(client, clientSecret, now)).toBe(true);
    expect(canLogIn(client, `${clientSecret}x`, now)).toBe(false);
    expect(canLogIn(client, digestSecret(clientSecret), now)).toBe(false);
    expect(canLogIn(undefined, clientSecret, now)).toBe(false);
    expect(canLogIn({ ...client, enabled: false }, clientSecret, now)).toBe(false);
  });
});

it('The digest of a secret is SHA-256 in hexadecimal', () => {
  expect(digestSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('The id of a secret is stable, unique, and does not reveal the digest', () => {
  const digest = digestSecret('abc');
  expect(secretIdOf({ digest })).toBe(secretIdOf({ digest }));
  expect(secretIdOf({ digest })).toMatch(/^sec_[0-9a-f]{16}$/);
  expect(secretIdOf({ digest })).not.toBe(secretIdOf({ digest: digestSecret('abd') }));
  expect(digest).not.toContain(secretIdOf({ digest }).slice(4));
});

it('The use of a secret is attributed to the one that was presented, if there are two', () => {
  const { client: twoSecrets } = rotateSecret(client, { graceMilliseconds: 24 * HOUR }, now);
  expect(logIn(twoSecrets, clientSecret, now)?.secret.digest).toBe(client.secrets[0]?.digest);
});
