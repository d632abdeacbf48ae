import { KEY_REFRESH_MILLISECONDS, MAX_CACHED_KEYS_AGE_MILLISECONDS } from '../../domain/public-key.ts';

/** If the keys cannot be read, the methods throw the error of the read. */
export interface CachedKeys<Key> {
  /** Returns keys that are at most {@link MAX_CACHED_KEYS_AGE_MILLISECONDS} old. */
  all(): Promise<readonly Key[]>;
  /** Returns keys that are at most a second old. */
  recent(): Promise<readonly Key[]>;
  /** Returns the keys of a read that begins now. */
  reread(): Promise<readonly Key[]>;
  /** Returns the key for which `isWanted` is true. If there is none, reads the keys again, but at most once a second. */
  find(isWanted: (key: Key) => boolean): Promise<Key | undefined>;
}

interface CacheOptions {
  readonly now?: () => number;
  /** Whether old keys stay in use while new reads fail. */
  readonly keepsOnFailure?: boolean;
}

/** The minimum time between two reads for unknown keys, so that forged tokens cannot cause many reads. */
const COOLDOWN_MILLISECONDS = 1_000;

/**
 * Replaces jose's `createRemoteJWKSet`, which behaves like this but loads undici, and so nearly doubles the time to load a
 * function. Concurrent requests share a read.
 */
export const makeCachedKeys = <Key>(
  read: () => Promise<readonly Key[]>,
  { now = Date.now, keepsOnFailure = false }: CacheOptions,
): CachedKeys<Key> => {
  /** The last read that succeeded; `turn` numbers reads in the order in which they began. */
  let last: { readonly keys: readonly Key[]; readonly turn: number; readonly beganAt: number } | undefined;
  let turns = 0;
  let reading: Promise<readonly Key[]> | undefined;

  /** Without `abs`, keys would not age until a clock that was set back has caught up. */
  const age = (instant: number): number => Math.abs(now() - instant);

  const readNow = async (): Promise<readonly Key[]> => {
    const beganAt = now();
    turns += 1;
    const turn = turns;
    const keys = await read();
    if (turn > (last?.turn ?? 0)) last = { keys, turn, beganAt };
    return keys;
  };

  const reread = (): Promise<readonly Key[]> => {
    const current = readNow().finally(() => {
      if (reading === current) reading = undefined;
    });
    reading = current;
    return current;
  };

  const refresh = (): Promise<readonly Key[]> => reading ?? reread();

  /** Keys that are older than `refreshAfter` are reread in the background; for keys that are older than `maxAge`, waits. */
  const noOlderThan = async (refreshAfter: number, maxAge: number): Promise<readonly Key[]> => {
    const cached = last;
    if (!cached) return refresh();
    if (age(cached.beganAt) < refreshAfter) return cached.keys;
    const isUsable = age(cached.beganAt) < maxAge;
    const refreshed = refresh().catch((error: unknown) => {
      if (keepsOnFailure || isUsable) return cached.keys;
      throw error;
    });
    return isUsable ? cached.keys : refreshed;
  };

  const all = () => noOlderThan(KEY_REFRESH_MILLISECONDS, MAX_CACHED_KEYS_AGE_MILLISECONDS);

  return {
    all,
    recent: () => noOlderThan(COOLDOWN_MILLISECONDS, COOLDOWN_MILLISECONDS),
    reread,
    async find(isWanted) {
      const cached = await all();
      const found = cached.find(isWanted);
      const isJustRead = last !== undefined && age(last.beganAt) < COOLDOWN_MILLISECONDS;
      // An empty list is read again at once, because the first key signs as soon as it is published.
      if (found || (isJustRead && cached.length > 0)) return found;
      return (await refresh()).find(isWanted);
    },
  };
};
