import { describe, expect, it } from '@jest/globals';
import {
  createApiClient,
  logIn,
  isActiveClient,
  rotateSecret,
  type ApiClient,
} from '../../../shared/domain/api-client.ts';
import { digestSecret, isLastUsedStale } from '../../../shared/domain/client-secret.ts';

const HOUR = 60 * 60_000;
const now = Date.UTC(2026, 10, 21);
const { client, clientSecret } = createApiClient({ companyId: 'acme', name: 'Gate 1' }, now);

const canLogIn = (of: ApiClient | undefined, secret: string, at: number): boolean =>
  logIn(of, secret, at) !== undefined;

describe('A new API client', () => {
  it('has an id of its own, which nobody takes for a secret', () => {
    expect(client.clientId).toMatch(/^ckc_[0-9a-f]{32}$/);
    expect(createApiClient({ companyId: 'acme', name: 'Gate 1' }, now).client.clientId).not.toBe(client.clientId);
  });

  it('has a secret of 256 random bits with a prefix that scanners know', () => {
    expect(clientSecret).toMatch(/^cks_[\w-]{43}$/);
    expect(createApiClient({ companyId: 'acme', name: 'Gate 1' }, now).clientSecret).not.toBe(clientSecret);
  });

  it('keeps of its secret nothing but the digest', () => {
    expect(JSON.stringify(client)).not.toContain(clientSecret);
    expect(client.secrets).toEqual([{ digest: digestSecret(clientSecret), createdAt: now }]);
  });

  it('logs in with its secret, and with nothing else', () => {
    expect(canLogIn(client, clientSecret, now)).toBe(true);
    expect(canLogIn(client, `${clientSecret}x`, now)).toBe(false);
    expect(canLogIn(client, digestSecret(clientSecret), now)).toBe(false);
    expect(canLogIn(undefined, clientSecret, now)).toBe(false);
  });

  it('does not log in while it is disabled', () => {
    expect(canLogIn({ ...client, enabled: false }, clientSecret, now)).toBe(false);
  });
});

describe('Rotating a secret', () => {
  const rotated = rotateSecret(client, 24 * HOUR, now);

  it('lets both secrets log in until the older one ends, to the millisecond', () => {
    expect(canLogIn(rotated.client, rotated.clientSecret, now)).toBe(true);
    expect(canLogIn(rotated.client, clientSecret, now + 24 * HOUR - 1)).toBe(true);
    expect(canLogIn(rotated.client, clientSecret, now + 24 * HOUR)).toBe(false);
    expect(canLogIn(rotated.client, rotated.clientSecret, now + 24 * HOUR)).toBe(true);
  });

  it('ends the older one at once where there is no grace, and keeps nothing of it', () => {
    const atOnce = rotateSecret(client, 0, now);
    expect(atOnce.client.secrets).toHaveLength(1);
    expect(canLogIn(atOnce.client, clientSecret, now)).toBe(false);
    expect(canLogIn(atOnce.client, atOnce.clientSecret, now)).toBe(true);
  });

  it('never leaves a third live secret', () => {
    const again = rotateSecret(rotated.client, 24 * HOUR, now + 1);
    expect(again.client.secrets).toHaveLength(2);
    expect(canLogIn(again.client, clientSecret, now + 1)).toBe(false);
    expect(canLogIn(again.client, rotated.clientSecret, now + 1)).toBe(true);
    expect(canLogIn(again.client, again.clientSecret, now + 1)).toBe(true);
  });
});

describe('The digest of a secret', () => {
  it('is SHA-256 in hexadecimal, which stores keep and other tools can make', () => {
    expect(digestSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('The use of a secret', () => {
  const [secret] = client.secrets;
  const used = (lastUsedAt: number) => ({ digest: '', createdAt: 0, lastUsedAt });

  it('is known by the secret that was used, of two', () => {
    const { client: twoSecrets } = rotateSecret(client, 24 * HOUR, now);
    expect(logIn(twoSecrets, clientSecret, now)?.secret.digest).toBe(secret?.digest);
  });

  it.each([
    ['the first time', { digest: '', createdAt: 0 }, true],
    ['an hour after the last note', used(now - HOUR), true],
    ['a millisecond before that', used(now - HOUR + 1), false],
  ])('is noted %s: %#', (_, of, isToNote) => {
    expect(isLastUsedStale(of, now)).toBe(isToNote);
  });
});

describe('A token of a client', () => {
  it.each([
    ['is good while the client is enabled', client, 'acme', true],
    ['is worth nothing once the client is disabled', { ...client, enabled: false }, 'acme', false],
    ['is worth nothing once the client is deleted', undefined, 'acme', false],
    ['is worth nothing for another company', client, 'other', false],
  ])('%s', (_, of, companyId, isGood) => {
    expect(isActiveClient(of, companyId)).toBe(isGood);
  });
});
