import { describe, expect, it } from '@jest/globals';
import { makeCachedKeys } from '../../../shared/adapters/keys/cached-keys.ts';
import { KEY_REFRESH_MILLISECONDS, MAX_CACHED_KEYS_AGE_MILLISECONDS } from '../../../shared/domain/public-key.ts';

const SECOND = 1_000;

/** Caches plain names in place of keys. Reads are counted, and can be made to wait or fail. */
const setUp = (options?: { readonly keepsOnFailure: boolean }) => {
  const state = { now: 0, names: ['one'], reads: 0, isAway: false, readDelay: undefined as Promise<void> | undefined };
  const read = async () => {
    state.reads += 1;
    const { names, isAway, readDelay } = state;
    await readDelay;
    if (isAway) throw new Error('away');
    return [...names];
  };
  const keys = makeCachedKeys(read, { now: () => state.now, ...options });
  return { state, keys, find: (name: string) => keys.find((key) => key === name) };
};

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('Cached keys', () => {
  it('are read once for many simultaneous requests', async () => {
    const { state, keys, find } = setUp();
    expect(await Promise.all([keys.all(), find('one'), keys.recent()])).toEqual([['one'], 'one', ['one']]);
    expect(state.reads).toBe(1);
  });

  it('are refreshed in the background, so that a busy function never waits for them', async () => {
    const { state, keys } = setUp();
    await keys.all();
    Object.assign(state, { now: KEY_REFRESH_MILLISECONDS, names: ['two'] });
    expect(await keys.all()).toEqual(['one']);
    await settle();
    expect(await keys.all()).toEqual(['two']);
    expect(state.reads).toBe(2);
  });

  it.each([MAX_CACHED_KEYS_AGE_MILLISECONDS, -MAX_CACHED_KEYS_AGE_MILLISECONDS])(
    'are read again before use if their age by the clock is %d ms',
    async (now) => {
      const { state, keys } = setUp();
      await keys.all();
      Object.assign(state, { now, names: ['two'] });
      expect(await keys.all()).toEqual(['two']);
    },
  );

  it('stay in use while background reads fail, until they are too old', async () => {
    const { state, keys } = setUp();
    await keys.all();
    Object.assign(state, { now: MAX_CACHED_KEYS_AGE_MILLISECONDS - 1, isAway: true });
    expect(await keys.all()).toEqual(['one']);
    await settle();
    state.now += 1;
    await expect(keys.all()).rejects.toThrow('away');
    state.isAway = false;
    expect(await keys.all()).toEqual(['one']);
  });

  it('stay in use for as long as they cannot be read again, if `keepsOnFailure` is set', async () => {
    const { state, keys, find } = setUp({ keepsOnFailure: true });
    await keys.all();
    Object.assign(state, { now: 100 * MAX_CACHED_KEYS_AGE_MILLISECONDS, isAway: true });
    expect(await keys.all()).toEqual(['one']);
    // The key might be new, so the function fails instead of rejecting the token.
    await expect(find('two')).rejects.toThrow('away');
  });

  it('are those of the read that began last, even if an earlier read ends later', async () => {
    const { state, keys } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    state.readDelay = promise;
    const first = keys.reread();
    Object.assign(state, { names: ['two'], readDelay: undefined });
    await keys.reread();
    resolve();
    expect([await first, await keys.all()]).toEqual([['one'], ['two']]);
  });

  it('cause an error if the first read fails, and are read again by the next request', async () => {
    const { state, keys } = setUp();
    state.isAway = true;
    await expect(keys.all()).rejects.toThrow('away');
    state.isAway = false;
    expect([await keys.all(), state.reads]).toEqual([['one'], 2]);
  });
});

describe('An unknown key', () => {
  it('is unknown at once within a second of the last read, so that forged tokens cause few reads', async () => {
    const { state, keys, find } = setUp();
    await keys.all();
    state.now = SECOND - 1;
    for (let count = 0; count < 100; count += 1) expect(await find(`forged ${count}`)).toBeUndefined();
    expect(state.reads).toBe(1);
  });

  it('is looked up in a new read a second after the last one, together with a hundred keys that do not exist', async () => {
    const { state, keys, find } = setUp();
    await keys.all();
    Object.assign(state, { now: SECOND, names: ['one', 'two'] });
    const forged = Array.from({ length: 100 }, (_, index) => find(`forged ${index}`));
    expect(await find('two')).toBe('two');
    expect(await Promise.all(forged)).toEqual(forged.map(() => undefined));
    expect(state.reads).toBe(2);
  });

  it('is looked up at once if there were no keys, because the first one signs as soon as it is published', async () => {
    const { state, keys, find } = setUp();
    state.names = [];
    expect(await keys.all()).toEqual([]);
    state.names = ['one'];
    expect(await find('one')).toBe('one');
  });

  it('is looked up if the clock was set back', async () => {
    const { state, keys, find } = setUp();
    state.now = 24 * 60 * 60 * SECOND;
    await keys.all();
    Object.assign(state, { now: 0, names: ['two'] });
    expect(await find('two')).toBe('two');
  });
});
