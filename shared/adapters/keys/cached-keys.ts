import { setTimeout as sleep } from 'node:timers/promises';
import { KEY_REFRESH_MILLISECONDS, MAX_CACHED_KEYS_AGE_MILLISECONDS } from '../../domain/signing-keys.ts';

/** If reading the keys fails, the methods throw the error of the read. */
export interface CachedKeys<Key> {
  /** Returns keys that are at most {@link MAX_CACHED_KEYS_AGE_MILLISECONDS} old. */
  all(): Promise<readonly Key[]>;
  /** Returns keys that are at most a second old. */
  recent(): Promise<readonly Key[]>;
  reread(): Promise<readonly Key[]>;
  /**
   * Returns the key for which `isWanted` is true. If there is none, waits for a read that begins after this call, because the key
   * might be new. Such reads begin at most once a second and are shared, so that forged tokens neither cause many reads nor make
   * a valid token fail.
   */
  find(isWanted: (key: Key) => boolean): Promise<Key | undefined>;
}

export interface KeyClock {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export const systemClock: KeyClock = { now: Date.now, pause: sleep };

/** The minimum time from the beginning of one read that looks for an unknown key to the beginning of the next. */
const PAUSE_MILLISECONDS = 1_000;

/** @param keepsOnFailure if true, old keys stay in use while new reads fail */
export const makeCachedKeys = <Key>(
  read: () => Promise<readonly Key[]>,
  { now, pause }: KeyClock = systemClock,
  { keepsOnFailure = false }: { readonly keepsOnFailure?: boolean } = {},
): CachedKeys<Key> => {
  /** The last read that succeeded; `turn` numbers reads in the order in which they began. */
  let last: { readonly keys: readonly Key[]; readonly turn: number; readonly beganAt: number } | undefined;
  let turns = 0;
  let lastBeganAt = Number.NEGATIVE_INFINITY;
  let reading: { readonly turn: number; readonly keys: Promise<readonly Key[]> } | undefined;
  let waiting: Promise<readonly Key[]> | undefined;

  /** If a clock was set back, keys count as old. */
  const age = (beganAt: number): number => Math.abs(now() - beganAt);

  const begin = (): Promise<readonly Key[]> => {
    const beganAt = now();
    turns += 1;
    const turn = turns;
    lastBeganAt = beganAt;
    const keys = (async () => {
      const found = await read();
      if (turn > (last?.turn ?? 0)) last = { keys: found, turn, beganAt };
      return found;
    })().finally(() => {
      if (reading?.turn === turn) reading = undefined;
    });
    reading = { turn, keys };
    return keys;
  };

  const noOlderThan = async (refreshAfter: number, maxAge: number): Promise<readonly Key[]> => {
    const cached = last;
    const cachedAge = cached ? age(cached.beganAt) : Number.POSITIVE_INFINITY;
    if (cached && cachedAge < refreshAfter) return cached.keys;
    const next = reading?.keys ?? begin();
    if (!cached) return next;
    const nextOrCached = next.catch((error: unknown) => {
      if (keepsOnFailure || cachedAge < maxAge) return cached.keys;
      throw error;
    });
    return cachedAge < maxAge ? cached.keys : nextOrCached;
  };

  const readWhenPermitted = async (): Promise<readonly Key[]> => {
    const elapsed = age(lastBeganAt);
    if (elapsed < PAUSE_MILLISECONDS) await pause(PAUSE_MILLISECONDS - elapsed);
    waiting = undefined;
    return begin();
  };

  const all = () => noOlderThan(KEY_REFRESH_MILLISECONDS, MAX_CACHED_KEYS_AGE_MILLISECONDS);

  return {
    all,
    recent: () => noOlderThan(PAUSE_MILLISECONDS, PAUSE_MILLISECONDS),
    reread: begin,
    async find(isWanted) {
      const turnBefore = turns;
      const found = (await all()).find(isWanted);
      if (found) return found;
      const newer = [last, reading].find((one) => one !== undefined && one.turn > turnBefore);
      return (await (newer?.keys ?? (waiting ??= readWhenPermitted()))).find(isWanted);
    },
  };
};
