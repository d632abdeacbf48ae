import { describe, expect, it } from '@jest/globals';
import { rememberVerified } from '../../../shared/adapters/jwt/token-verifier.ts';

const callerOf = (token: string) => ({
  clientId: token,
  companyId: 'acme',
  scopes: ['checkin'] as const,
  revocationNumber: 0,
});

const start = () => {
  const verified: string[] = [];
  const knownKeys = new Set(['key-1']);
  const clock = { seconds: 100 };
  const verify = async (token: string) => {
    verified.push(token);
    if (token.includes('forged')) throw new Error('forged');
    return { caller: callerOf(token), keyId: 'key-1', fromSeconds: 100, untilSeconds: 200 };
  };
  const remember = rememberVerified(
    verify,
    async (keyId) => knownKeys.has(keyId),
    () => clock.seconds * 1000,
  );
  return { remember, verified, knownKeys, clock };
};

describe('A token that was verified', () => {
  it('is not verified again while it is valid', async () => {
    const { remember, verified, clock } = start();
    expect(await remember('a.b.c')).toEqual(callerOf('a.b.c'));
    clock.seconds = 199.999;
    expect(await remember('a.b.c')).toEqual(callerOf('a.b.c'));
    expect(verified).toEqual(['a.b.c']);
  });

  it.each([
    ['once the second of its expiry begins', 200],
    ['if the clock is set back to a time before its issue', 99.999],
  ])('is verified again in full %s', async (_, seconds) => {
    const { remember, verified, clock } = start();
    await remember('a.b.c');
    clock.seconds = seconds;
    await remember('a.b.c');
    expect(verified).toHaveLength(2);
  });

  it('is verified again in full after its key was removed', async () => {
    const { remember, verified, knownKeys } = start();
    await remember('a.b.c');
    knownKeys.clear();
    await remember('a.b.c');
    expect(verified).toHaveLength(2);
  });

  it('is not mistaken for another token, and a rejected token is not remembered', async () => {
    const { remember, verified } = start();
    await remember('a.b.c');
    expect(await remember('a.b.d')).toEqual(callerOf('a.b.d'));
    await expect(remember('a.b.c.forged')).rejects.toThrow('forged');
    await expect(remember('a.b.c.forged')).rejects.toThrow('forged');
    expect(verified).toHaveLength(4);
  });

  it('is forgotten when the cache is full', async () => {
    const { remember, verified } = start();
    await remember('first');
    for (let number = 0; number < 1_000; number += 1) await remember(`token-${number}`);
    await remember('first');
    expect(verified).toHaveLength(1_002);
  });
});
