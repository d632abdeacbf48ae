import { describe, expect, it } from '@jest/globals';
import { makeRefreshKeys } from '../../../shared/adapters/keys/signing-keys.ts';
import type { SecretVersion } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { MAX_CACHED_KEYS_AGE_MILLISECONDS, NEW_KEY_DELAY_MILLISECONDS } from '../../../shared/domain/signing-keys.ts';

/** Makes a secret that a test can rotate, and a clock that it can set. */
const setUp = () => {
  const state = { now: 0, isSecretAway: false };
  const make = (keyId: string): SecretVersion => ({ keyId, secret: keyId.padEnd(64, 'x'), createdAt: state.now });
  let versions: readonly [SecretVersion, SecretVersion?] = [make('key-1')];
  const clock = { now: () => state.now, pause: async () => undefined };
  return {
    state,
    open: () => makeRefreshKeys(async () => (state.isSecretAway ? Promise.reject(new Error('away')) : versions), clock),
    rotateTo: (keyId: string): void => {
      versions = [make(keyId), versions[0]];
    },
  };
};

describe('The keys of refresh tokens', () => {
  it('verify tokens of the current and the previous key, but not of older keys', async () => {
    const { open, rotateTo } = setUp();
    rotateTo('key-2');
    const keys = open();
    expect([(await keys.find('key-1'))?.keyId, (await keys.find('key-2'))?.keyId]).toEqual(['key-1', 'key-2']);
    rotateTo('key-3');
    expect(await open().find('key-1')).toBeUndefined();
  });

  it('do not sign until every running function has had time to read them, and then sign even while they cannot be read', async () => {
    const { state, open, rotateTo } = setUp();
    rotateTo('key-2');
    const keys = open();
    state.now = NEW_KEY_DELAY_MILLISECONDS - 1;
    expect((await keys.current()).keyId).toBe('key-1');
    state.now += 1;
    expect((await keys.current()).keyId).toBe('key-2');
    Object.assign(state, { now: 10 * MAX_CACHED_KEYS_AGE_MILLISECONDS, isSecretAway: true });
    expect((await keys.current()).keyId).toBe('key-2');
  });

  it('can be found by an idle function that gets the first token signed with a new key', async () => {
    const { state, open, rotateTo } = setUp();
    for (const idleSeconds of [0, 1, 29, 59, 60, 299, 300, 3_600]) {
      const verifier = open();
      await verifier.current();
      state.now += idleSeconds * 1_000;
      rotateTo(`key-${idleSeconds}-later`);
      for (let waited = 0; waited <= 2 * MAX_CACHED_KEYS_AGE_MILLISECONDS; waited += 15_000) {
        const { keyId } = await open().current();
        expect((await verifier.find(keyId))?.keyId).toBe(keyId);
        state.now += 15_000;
      }
    }
  });
});
