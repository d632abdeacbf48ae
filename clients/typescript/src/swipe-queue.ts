import { DatabaseSync } from 'node:sqlite';
import type { BatchItemResult, CheckinClient, CheckinOptions, CheckinResult, KeyedSwipe, Swipe } from './client.ts';
import { CheckinError } from './errors.ts';

/** A swipe to store. A missing `key` becomes a UUID, and a missing `date` the moment of storing. */
export type NewSwipe = Swipe & Partial<Pick<KeyedSwipe, 'key'>>;

/** Swipes that the service has not confirmed yet, in a file that survives a crash and a power cut. */
export interface SwipeQueue {
  readonly size: number;
  /** Stores a swipe; when this returns, it is on the disk. A key that is already stored changes nothing. */
  add(swipe: NewSwipe): void;
  remove(key: string): void;
  /** Keys of swipes that {@link storeAndSend} is sending now; {@link sendQueue} leaves them alone. */
  readonly inFlight: Set<string>;
  /** The oldest swipes that are not in flight, in the order in which they were added. */
  oldest(limit: number): readonly KeyedSwipe[];
  close(): void;
}

const withKeyAndDate = (swipe: NewSwipe): KeyedSwipe => ({
  ...swipe,
  key: swipe.key ?? crypto.randomUUID(),
  date: swipe.date ?? new Date().toISOString(),
});

/** @param path of a SQLite file, created if it does not exist; one process at a time */
export const openSwipeQueue = (path: string): SwipeQueue => {
  const database = new DatabaseSync(path);
  // FULL: a commit waits until the write-ahead log is on the disk.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000;');
  database.exec(
    'CREATE TABLE IF NOT EXISTS swipes (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, swipe TEXT NOT NULL)',
  );
  const insert = database.prepare('INSERT OR IGNORE INTO swipes (key, swipe) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM swipes WHERE key = ?');
  const oldest = database.prepare('SELECT swipe FROM swipes ORDER BY number LIMIT ?');
  const count = database.prepare('SELECT count(*) AS size FROM swipes');
  const inFlight = new Set<string>();
  return {
    inFlight,
    get size() {
      return Number(count.get()?.['size']);
    },
    add: (swipe) => {
      const keyed = withKeyAndDate(swipe);
      insert.run(keyed.key, JSON.stringify(keyed));
    },
    remove: (key) => void remove.run(key),
    oldest: (limit) => {
      const swipes = oldest.all(limit + inFlight.size).map(({ swipe }) => JSON.parse(String(swipe)) as KeyedSwipe);
      return swipes.filter(({ key }) => !inFlight.has(key)).slice(0, limit);
    },
    close: () => database.close(),
  };
};

/**
 * Stores a swipe, sends it, and removes it once the service has accepted it or refused it permanently. After any other error
 * it stays in the queue for {@link sendQueue}.
 * @throws CheckinError
 */
export const storeAndSend = async (
  client: CheckinClient,
  queue: SwipeQueue,
  swipe: NewSwipe,
  options: Pick<CheckinOptions, 'timeoutMs'> = {},
): Promise<CheckinResult> => {
  const keyed = withKeyAndDate(swipe);
  const { key, ...body } = keyed;
  queue.inFlight.add(key);
  try {
    queue.add(keyed);
    const result = await client.checkIn(body, { ...options, idempotencyKey: key });
    queue.remove(key);
    return result;
  } catch (error) {
    if (error instanceof CheckinError && error.isFinal) queue.remove(key);
    throw error;
  } finally {
    queue.inFlight.delete(key);
  }
};

/** The limit of the batch route. */
const MAX_BATCH_ITEMS = 100;
/** Older swipes are sent without `notify`: a push this late would only confuse the user. */
const NOTIFY_WITHIN_MS = 10 * 60_000;

const withoutLateNotify = (swipe: KeyedSwipe): KeyedSwipe =>
  Date.now() - Date.parse(swipe.date) > NOTIFY_WITHIN_MS ? { ...swipe, notify: false } : swipe;

/** Used because version 1.0 of the service has no batch route, and because one bad swipe must not block a whole batch. */
const mustBeSentOneByOne = (error: unknown): boolean =>
  error instanceof CheckinError && !error.isUserNotFound && [400, 404, 413].includes(error.status);

/** Stops at the first temporary error, because the swipes after it must be sent in order. */
const sendOneByOne = async (client: CheckinClient, swipes: readonly KeyedSwipe[]): Promise<BatchItemResult[]> => {
  const results: BatchItemResult[] = [];
  for (const { key, ...swipe } of swipes) {
    try {
      results.push({ key, code: 'done', ...(await client.checkIn(swipe, { idempotencyKey: key })) });
    } catch (error) {
      if (!(error instanceof CheckinError) || (!error.isFinal && results.length === 0)) throw error;
      if (!error.isFinal) return results;
      results.push({ key, statusCode: error.status, code: error.code, message: error.body.message ?? '' });
    }
  }
  return results;
};

const sendBatch = async (client: CheckinClient, swipes: readonly KeyedSwipe[]): Promise<readonly BatchItemResult[]> => {
  try {
    return await client.checkInBatch(swipes);
  } catch (error) {
    if (mustBeSentOneByOne(error)) return sendOneByOne(client, swipes);
    throw error;
  }
};

/** 0.2 to 1 s: the service had no time for a part of a batch. Random, so that many gates do not return at the same moment. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 800));

const isDone = ({ statusCode }: BatchItemResult): boolean => [200, 400, 404, 413, 415, 422].includes(statusCode);

/**
 * Sends the stored swipes, oldest first, in batches, until the queue is empty or the service is unavailable. Swipes that the
 * service has accepted or permanently refused leave the queue; all others stay for the next call.
 * @param onResult called for each swipe that leaves the queue, with the result of its item: decide by its `statusCode`
 * @throws CheckinError if a whole request fails, or the service could do nothing in a batch; the queue is kept
 */
export const sendQueue = async (
  client: CheckinClient,
  queue: SwipeQueue,
  onResult: (result: BatchItemResult) => void = () => undefined,
): Promise<void> => {
  for (let swipes = queue.oldest(MAX_BATCH_ITEMS); swipes.length > 0; swipes = queue.oldest(MAX_BATCH_ITEMS)) {
    const results = await sendBatch(client, swipes.map(withoutLateNotify));
    const done = results.filter(isDone);
    for (const result of done) {
      queue.remove(result.key);
      onResult(result);
    }
    const [failed] = results;
    if (done.length === 0 && failed) throw new CheckinError(failed.statusCode, failed);
    if (done.length < swipes.length) await pause();
  }
};
