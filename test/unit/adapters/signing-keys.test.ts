import { describe, expect, it } from '@jest/globals';
import {
  makeSigningKeys,
  type ReadVersion,
  type SigningKey,
} from '../../../shared/adapters/secrets-manager/signing-keys.ts';

const aKey = async (keyId: string, createdAt: number): Promise<SigningKey> => {
  const secret = new TextEncoder().encode(keyId.padEnd(64, 'x'));
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  return { keyId, key, createdAt };
};

/** A secret with two versions, a clock, and a count of the reads. */
const setUp = () => {
  const state = { now: 0, keyIds: ['key-1'], createdAt: new Map([['key-1', 0]]), lookUps: 0, isAway: false };
  const read: ReadVersion = async (stage) => {
    if (state.isAway) throw new Error('away');
    if (stage === 'AWSCURRENT') state.lookUps += 1;
    const keyId = state.keyIds[stage === 'AWSCURRENT' ? 0 : 1];
    return keyId === undefined ? undefined : aKey(keyId, state.createdAt.get(keyId) ?? 0);
  };
  const keys = makeSigningKeys(read, () => state.now);
  const rotateTo = (keyId: string): void => {
    state.keyIds.unshift(keyId);
    state.createdAt.set(keyId, state.now);
  };
  return { state, keys, read, rotateTo };
};

describe('Signing keys', () => {
  it('are read once for many simultaneous requests', async () => {
    const { state, keys } = setUp();
    const found = await Promise.all([keys.current(), keys.current(), keys.find('key-1')]);
    expect(found.map((key) => key?.keyId)).toEqual(['key-1', 'key-1', 'key-1']);
    expect(state.lookUps).toBe(1);
  });

  it('still verify tokens of the previous key, but not of the key before it', async () => {
    const { keys, rotateTo } = setUp();
    rotateTo('key-2');
    expect((await keys.find('key-1'))?.keyId).toBe('key-1');
    expect((await keys.find('key-2'))?.keyId).toBe('key-2');
    rotateTo('key-3');
    const later = setUp();
    later.rotateTo('key-2');
    later.rotateTo('key-3');
    expect(await later.keys.find('key-1')).toBeUndefined();
  });

  it('sign with a new key only when every function must have looked it up', async () => {
    const { state, keys, rotateTo } = setUp();
    rotateTo('key-2');
    state.now = 5 * 60_000 + 30_000 - 1;
    expect((await keys.current()).keyId).toBe('key-1');
    state.now += 1;
    expect((await keys.current()).keyId).toBe('key-2');
  });

  it('never sign with a key that another function does not know yet', async () => {
    const signer = setUp();
    for (const secondsBefore of [0, 1, 29, 30, 299, 300]) {
      const verifier = makeSigningKeys(signer.read, () => signer.state.now);
      await verifier.current();
      signer.state.now += secondsBefore * 1000;
      signer.rotateTo(`key-${secondsBefore}-later`);
      for (let seconds = 0; seconds <= 600; seconds += 15) {
        signer.state.now += 15_000;
        const { keyId } = await makeSigningKeys(signer.read, () => signer.state.now).current();
        expect((await verifier.find(keyId))?.keyId).toBe(keyId);
      }
    }
  });

  it('are looked up again for an unknown id, at most once in 30 seconds', async () => {
    const { state, keys, rotateTo } = setUp();
    await keys.current();
    rotateTo('key-2');
    state.now = 29_999;
    expect(await keys.find('key-2')).toBeUndefined();
    state.now = 30_000;
    expect((await keys.find('key-2'))?.keyId).toBe('key-2');
    for (let garbage = 0; garbage < 100; garbage += 1) expect(await keys.find(`garbage-${garbage}`)).toBeUndefined();
    expect(state.lookUps).toBe(2);
  });

  it('are the current and the previous one, even if a rotation happens during a look-up', async () => {
    const { state, read, rotateTo } = setUp();
    rotateTo('key-2');
    let isRotated = false;
    const keys = makeSigningKeys(
      async (stage) => {
        if (stage === 'AWSPREVIOUS') return read(stage);
        await Promise.resolve();
        if (!isRotated) rotateTo('key-3');
        isRotated = true;
        return read(stage);
      },
      () => state.now,
    );
    expect([(await keys.find('key-3'))?.keyId, (await keys.find('key-2'))?.keyId]).toEqual(['key-3', 'key-2']);
  });

  it('keep working while Secrets Manager is unavailable, and are refreshed afterwards', async () => {
    const { state, keys, rotateTo } = setUp();
    await keys.current();
    Object.assign(state, { isAway: true, now: 10 * 60_000 });
    expect((await keys.current()).keyId).toBe('key-1');
    rotateTo('key-2');
    Object.assign(state, { isAway: false, now: 20 * 60_000 });
    expect((await keys.current()).keyId).toBe('key-2');
  });

  it('fail if they were never read, and are looked up again by the next request', async () => {
    const { state, keys } = setUp();
    state.isAway = true;
    await expect(keys.current()).rejects.toThrow('away');
    state.isAway = false;
    expect((await keys.current()).keyId).toBe('key-1');
  });
});
