import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createApiClient, logIn, type ApiClient } from '../../../shared/domain/api-client.ts';
import { endSecret, revokeTokens, rotateSecret } from '../../../shared/domain/client-changes.ts';
import { liveSecrets, secretIdOf } from '../../../shared/domain/client-secret.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';

const HOUR = 60 * 60_000;
const now = Date.UTC(2026, 10, 21);
const { client, clientSecret } = createApiClient({ companyId: 'acme', name: 'Gate 1' }, now);
const aDay = { graceMilliseconds: 24 * HOUR };

const canLogIn = (apiClient: ApiClient, secret: string, at: number): boolean =>
  logIn(apiClient, secret, at) !== undefined;
const idsOf = ({ secrets }: ApiClient): string[] => secrets.map(secretIdOf);

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof UseCaseError) return error.code;
    throw error;
  }
};

describe('Rotating a secret', () => {
  const rotated = rotateSecret(client, aDay, now);

  it('keeps the older secret valid until the grace period ends, to the millisecond', () => {
    expect(canLogIn(rotated.client, rotated.clientSecret, now)).toBe(true);
    expect(canLogIn(rotated.client, clientSecret, now + 24 * HOUR - 1)).toBe(true);
    expect(canLogIn(rotated.client, clientSecret, now + 24 * HOUR)).toBe(false);
    expect(canLogIn(rotated.client, rotated.clientSecret, now + 24 * HOUR)).toBe(true);
    expect(rotated.oldSecretEndsAt).toBe(now + 24 * HOUR);
  });

  it('without a grace period deletes the older secret at once', () => {
    const atOnce = rotateSecret(client, { graceMilliseconds: 0 }, now);
    expect(atOnce.client.secrets).toHaveLength(1);
    expect(canLogIn(atOnce.client, clientSecret, now)).toBe(false);
    expect(canLogIn(atOnce.client, atOnce.clientSecret, now)).toBe(true);
  });

  it('is rejected while two secrets are live, with an error that names the older one', () => {
    expect(() => rotateSecret(rotated.client, aDay, now + 1)).toThrow(
      new UseCaseError('two_live_secrets', {
        clientId: client.clientId,
        secretId: idsOf(client)[0] as string,
        last4: clientSecret.slice(-4),
        endsAt: now + 24 * HOUR,
      }),
    );
  });

  it('is possible again once the older secret has ended', () => {
    const again = rotateSecret(rotated.client, aDay, now + 24 * HOUR);
    expect(again.client.secrets).toHaveLength(2);
    expect(canLogIn(again.client, rotated.clientSecret, now + 48 * HOUR - 1)).toBe(true);
  });

  it('is possible after the only secret has ended', () => {
    const { client: limited } = createApiClient({ companyId: 'acme', name: 'Gate 1', expiresInDays: 30 }, now);
    const at = now + 31 * 24 * HOUR;
    const renewed = rotateSecret(limited, aDay, at);
    expect([renewed.client.secrets.length, renewed.oldSecretEndsAt]).toEqual([1, at + 24 * HOUR]);
    expect(canLogIn(renewed.client, renewed.clientSecret, at)).toBe(true);
  });

  it('with `force` ends the older of two secrets, never the one without an end date', () => {
    const forced = rotateSecret(rotated.client, { ...aDay, force: true }, now + 1);
    expect(forced.client.secrets).toHaveLength(2);
    expect(canLogIn(forced.client, clientSecret, now + 1)).toBe(false);
    expect(canLogIn(forced.client, rotated.clientSecret, now + 24 * HOUR)).toBe(true);
    expect(canLogIn(forced.client, forced.clientSecret, now + 1)).toBe(true);
  });
});

describe('Ending a secret', () => {
  const rotated = rotateSecret(client, aDay, now);
  const [older = '', newer = ''] = idsOf(rotated.client);

  it('ends the older of two secrets at once', () => {
    const ended = endSecret(rotated.client, older, now).client;
    expect(canLogIn(ended, clientSecret, now)).toBe(false);
    expect(canLogIn(ended, rotated.clientSecret, now + 999 * HOUR)).toBe(true);
  });

  it('ends the newer of two secrets, and removes the end date of the older one', () => {
    const ended = endSecret(rotated.client, newer, now).client;
    expect(canLogIn(ended, rotated.clientSecret, now)).toBe(false);
    expect(canLogIn(ended, clientSecret, now + 999 * HOUR)).toBe(true);
  });

  it('is rejected for the last live secret, an ended secret and an unknown secret', () => {
    const { clientId } = client;
    const lastLive = new UseCaseError('last_live_secret', { clientId, secretId: older });
    expect(() => endSecret(client, older, now)).toThrow(lastLive);
    expect(codeOf(() => endSecret(rotated.client, newer, now + 24 * HOUR))).toBe('last_live_secret');
    expect(codeOf(() => endSecret(rotated.client, older, now + 24 * HOUR))).toBe('secret_not_found');
    const notFound = new UseCaseError('secret_not_found', { clientId, secretId: 'sec_0' });
    expect(() => endSecret(client, 'sec_0', now)).toThrow(notFound);
  });
});

describe('After any changes to the secrets of a client', () => {
  type Step = { readonly kind: 'rotate' | 'force' | 'end-older' | 'end-newer' | 'wait'; readonly hours: number };
  const steps = fc.array(
    fc.record<Step>({
      kind: fc.constantFrom('rotate', 'force', 'end-older', 'end-newer', 'wait'),
      hours: fc.constantFrom(0, 1, 24, 72),
    }),
    { maxLength: 12 },
  );

  const perform = (before: ApiClient, { kind, hours }: Step, at: number): ApiClient => {
    const graceMilliseconds = hours * HOUR;
    if (kind === 'rotate') return rotateSecret(before, { graceMilliseconds }, at).client;
    if (kind === 'force') return rotateSecret(before, { graceMilliseconds, force: true }, at).client;
    const live = liveSecrets(before, at);
    const ended = kind === 'end-older' ? live[0] : live.at(-1);
    return kind === 'wait' || !ended ? before : endSecret(before, secretIdOf(ended), at).client;
  };

  it('one or two secrets are live, and only the newest has no end date', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let [current, at] = [client, now];
        for (const step of sequence) {
          at += step.kind === 'wait' ? step.hours * HOUR : 1;
          try {
            current = perform(current, step, at);
          } catch (error) {
            if (!(error instanceof UseCaseError)) throw error;
          }
          const live = liveSecrets(current, at);
          expect([1, 2]).toContain(live.length);
          expect(live.map(({ endsAt }) => endsAt === undefined)).toEqual(live.length === 1 ? [true] : [false, true]);
        }
      }),
    );
  });
});

it('Revoking tokens raises the revocation number of the client, and changes no secret', () => {
  const revoked = revokeTokens(revokeTokens(client, now), now + 1);
  expect(revoked).toMatchObject({ revocationNumber: 2, tokensRevokedAt: now + 1, secrets: client.secrets });
});
