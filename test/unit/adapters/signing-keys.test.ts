import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makePublishingKeys, makeSigningKeys } from '../../../shared/adapters/keys/signing-keys.ts';
import { cachePublishedKeys, makeFindVerificationKey } from '../../../shared/adapters/keys/verification-keys.ts';
import type { SecretVersion } from '../../../shared/adapters/secrets-manager/key-secret.ts';
import { NEW_KEY_DELAY_MILLISECONDS as DELAY } from '../../../shared/domain/signing-keys.ts';
import { MAX_CACHED_KEYS_AGE_MILLISECONDS as MAX_AGE } from '../../../shared/domain/public-key.ts';
import { openDatabaseInMemory } from '../../support/open-database.ts';

const HOUR = 3_600_000;
const tokenSeconds = 3_600;

/** Makes a secret that can be rotated, the table of public keys, and functions that share a clock but have separate caches. */
const setUp = async () => {
  const { database, tableNames } = await openDatabaseInMemory();
  const state = {
    now: Date.UTC(2026, 10, 21),
    isRegistryAway: false,
    isSecretAway: false,
    afterSecretRead: async (): Promise<void> => undefined,
  };
  let count = 0;
  const make = (): SecretVersion => {
    count += 1;
    return { keyId: `key-${count}`, secret: `secret ${count}`, createdAt: state.now };
  };
  let versions: readonly [SecretVersion, SecretVersion?] = [make()];
  const now = (): number => state.now;
  const store = makePublicKeyStore(database, tableNames.signingKeys);
  const fail = () => Promise.reject(new Error('away'));
  const options = {
    readVersions: async () => {
      if (state.isSecretAway) throw new Error('away');
      const read = versions;
      await state.afterSecretRead();
      return read;
    },
    registry: {
      ...store,
      publish: (key: Parameters<typeof store.publish>[0]) => (state.isRegistryAway ? fail() : store.publish(key)),
    },
    tokenSeconds,
    now,
  };
  const withCache = () => ({ ...options, published: cachePublishedKeys(store, now) });
  return {
    state,
    list: () => store.list(),
    auth: () => makePublishingKeys(withCache()),
    refresh: () => makeSigningKeys(withCache()),
    verifier: () => makeFindVerificationKey(cachePublishedKeys(store, now), now),
    rotate: (): void => {
      versions = [make(), versions[0]];
    },
  };
};

const idOf = async (keys: { current(): Promise<{ keyId: string }> }): Promise<string> => (await keys.current()).keyId;

describe('The keys of tokens', () => {
  it('are published by the first log-in, without a delay', async () => {
    const { auth, verifier } = await setUp();
    const findKey = verifier();
    expect(await findKey('key-1')).toBeUndefined();
    expect(await idOf(auth())).toBe('key-1');
    expect(await findKey('key-1')).toBeDefined();
  });

  it('are not used by a refresh before auth has published them', async () => {
    const { state, auth, refresh } = await setUp();
    const keys = refresh();
    await expect(keys.current()).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await auth().current();
    state.now += 1_000;
    expect(await idOf(keys)).toBe('key-1');
  });

  it('start to sign tokens in every function 90 seconds after their publication', async () => {
    const { state, auth, refresh, rotate } = await setUp();
    const signers = [auth(), refresh(), auth()];
    expect(await Promise.all([idOf(signers[0] as never), idOf(signers[2] as never)])).toEqual(['key-1', 'key-1']);
    rotate();
    // While nobody publishes the new key, the old key continues to sign.
    state.now += HOUR;
    expect(await idOf(refresh())).toBe('key-1');
    // `auth` publishes the new key.
    await auth().verifyingKeys();
    for (const signer of signers) expect(await idOf(signer)).toBe('key-1');
    state.now += DELAY - 1;
    expect(await idOf(refresh())).toBe('key-1');
    state.now += 1;
    expect(await Promise.all([auth(), refresh()].map(idOf))).toEqual(['key-2', 'key-2']);
  });

  it('verify tokens until the last token of the slowest signer has expired, and no longer', async () => {
    const { state, auth, verifier, rotate } = await setUp();
    await auth().current();
    rotate();
    await auth().current();
    const findKey = verifier();
    // A signer that read the keys just before the rotation can use them for another five minutes.
    state.now += DELAY + 5 * 60_000 + HOUR;
    expect(await findKey('key-1')).toBeDefined();
    state.now += 30_000;
    expect(await findKey('key-1')).toBeUndefined();
    expect(await findKey('key-2')).toBeDefined();
  });

  it('are known to every function when they begin to sign, however long it was idle', async () => {
    const { state, auth, verifier, rotate } = await setUp();
    await auth().current();
    for (const idleSeconds of [0, 1, 29, 59, 60, 89, 90, 299, 300, 3_600]) {
      const findKey = verifier();
      await findKey('key-1');
      state.now += 2 * HOUR;
      rotate();
      await auth().verifyingKeys();
      state.now += idleSeconds * 1_000;
      for (let waited = 0; waited <= 2 * MAX_AGE; waited += 15_000) {
        expect(await findKey(await idOf(auth()))).toBeDefined();
        state.now += 15_000;
      }
    }
  });

  it('are refused for at most a second after a forced rotation, and a forged key is refused at once', async () => {
    const { state, auth, verifier, rotate } = await setUp();
    await auth().current();
    const findKey = verifier();
    expect(await findKey('key-1')).toBeDefined();
    rotate();
    rotate();
    const keyId = await idOf(auth());
    expect(keyId).toBe('key-3');
    expect([await findKey(keyId), await findKey('forged')]).toEqual([undefined, undefined]);
    state.now += 1_000;
    expect(await findKey(keyId)).toBeDefined();
  });

  it('sign while Secrets Manager is unavailable', async () => {
    const { state, auth, refresh } = await setUp();
    const signers = [auth(), refresh()] as const;
    for (const keys of signers) await keys.current();
    Object.assign(state, { now: state.now + 10 * MAX_AGE, isSecretAway: true });
    for (const keys of signers) expect(await idOf(keys)).toBe('key-1');
    await expect(refresh().current()).rejects.toThrow('away');
  });

  it('are found again as soon as another function has signed with them', async () => {
    const { auth, refresh, rotate } = await setUp();
    await auth().current();
    const keys = refresh();
    await keys.current();
    rotate();
    expect((await keys.find('key-2'))?.keyId).toBe('key-2');
    expect(await keys.find('key-0')).toBeUndefined();
  });

  it('stop verifying at once if two forced rotations drop them from the secret', async () => {
    const { state, auth, verifier, rotate } = await setUp();
    await auth().current();
    rotate();
    // `auth` publishes key-2.
    await auth().verifyingKeys();
    rotate();
    state.now += 1_000;
    const published = await auth().verifyingKeys();
    expect(published.map(({ kid }) => kid).toSorted()).toEqual(['key-2', 'key-3']);
    expect(await verifier()('key-1')).toBeUndefined();
    // Neither remaining key has signed yet, so the one that was published first signs.
    expect(await idOf(auth())).toBe('key-2');
  });

  it('are not retired by a function that reads the secret just before another rotation', async () => {
    const { state, auth, list, rotate } = await setUp();
    await auth().current();
    rotate();
    let reads = 0;
    state.afterSecretRead = async () => {
      reads += 1;
      // The first read only finds out that there is something to publish.
      if (reads !== 2) return;
      rotate();
      await auth().verifyingKeys();
      state.now += 10;
    };
    await auth().verifyingKeys();
    const newest = (await list()).filter(({ kid }) => kid === 'key-3');
    expect(newest).toHaveLength(1);
    expect(newest[0]).not.toHaveProperty('verifiesUntil');
  });

  it('continue to sign while their successor cannot be published, so that log-ins do not fail', async () => {
    const { state, auth, rotate } = await setUp();
    await auth().current();
    rotate();
    state.isRegistryAway = true;
    const keys = auth();
    expect(await idOf(keys)).toBe('key-1');
    await expect(keys.verifyingKeys()).rejects.toThrow('away');
    state.isRegistryAway = false;
    await keys.verifyingKeys();
    state.now += DELAY;
    expect(await idOf(keys)).toBe('key-2');
  });

  it('cannot be read if the first one cannot be published, and the error says why', async () => {
    const { state, auth } = await setUp();
    state.isRegistryAway = true;
    await expect(auth().current()).rejects.toThrow('away');
  });
});

it('The table of public keys keeps the first of two keys with the same kid, and the earlier of two retirements of a key', async () => {
  const { database, tableNames } = await openDatabaseInMemory();
  const store = makePublicKeyStore(database, tableNames.signingKeys);
  const key = { kid: 'one', x: 'first', publishedAt: 1, signsFrom: 2 };
  await store.publish(key);
  await store.publish({ ...key, x: 'second' });
  expect(await store.list()).toEqual([key]);
  await store.retire('one', 10);
  await store.retire('one', 20);
  await store.retire('unknown', 5);
  expect(await store.list()).toEqual([{ ...key, verifiesUntil: 10 }]);
  await store.retire('one', 5);
  expect(await store.list()).toEqual([{ ...key, verifiesUntil: 5 }]);
  const { Items } = await database.send(new ScanCommand({ TableName: tableNames.signingKeys }));
  expect(Items).toMatchObject([{ expiresAtSeconds: 30 * 24 * 3_600 + 1 }]);
});
