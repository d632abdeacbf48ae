import { DatabaseSync } from 'node:sqlite';
import type { BatchItemResult, CheckinClient, CheckinOptions, CheckinResult, KeyedSwipe, Swipe } from './client.ts';
import { readShift } from './clock.ts';
import { CheckinError, NoTokenError, UnsendableError } from './errors.ts';
import { now } from './http-calls.ts';

/**
 * A swipe to store. A missing `key` becomes a UUID, and a missing `date` the moment of storing, which is corrected when the swipe
 * is first sent if the device's clock is wrong.
 */
export type NewSwipe = Swipe & Partial<Pick<KeyedSwipe, 'key'>>;

/** Tells the swipes that this process stored from those of an earlier one. */
const PROCESS = crypto.randomUUID();

/** A swipe in the file. */
export interface StoredSwipe extends KeyedSwipe {
  /** If present, `date` is on the device's clock, and is corrected before the first attempt. */
  readonly deviceTime?: {
    readonly process: string;
    /** {@link readShift} when the swipe was stored. */
    readonly shift: number;
  };
}

/**
 * Swipes that the service has not confirmed yet, in a file that survives a crash and a power cut. Every method throws a
 * CheckinError `queue_unavailable` if the file cannot be read or written.
 */
export interface SwipeQueue {
  readonly size: number;
  /** Stores a swipe; when this returns, it is on the disk. A key that is already stored changes nothing. */
  add(swipe: NewSwipe): void;
  /** Stores a swipe in the place of the one with its key. */
  replace(swipe: KeyedSwipe): void;
  remove(key: string): void;
  /** Keys of swipes that {@link storeAndSend} is sending now; {@link sendQueue} leaves them alone. */
  readonly inFlight: Set<string>;
  /** The oldest swipes that are not in flight, in the order in which they were added. */
  oldest(limit: number): readonly StoredSwipe[];
  close(): void;
}

const withKeyAndDate = (swipe: NewSwipe): StoredSwipe => {
  const key = swipe.key ?? crypto.randomUUID();
  // Also `null`, which a caller in JavaScript may pass.
  const date = swipe.date ?? undefined;
  if (date !== undefined) return { ...swipe, key, date };
  const deviceTime = { process: PROCESS, shift: readShift() };
  return { ...swipe, key, date: new Date(Date.now()).toISOString(), deviceTime };
};

const toJson = (swipe: KeyedSwipe): string => {
  try {
    return JSON.stringify(swipe);
  } catch (cause) {
    throw new UnsendableError('invalid_body', `not JSON: ${String(cause)}`, { cause });
  }
};

const QUEUE_UNAVAILABLE = 'queue_unavailable';

/** Calls SQLite. @throws CheckinError */
const onDisk = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (cause) {
    throw new CheckinError(0, { code: QUEUE_UNAVAILABLE, message: String(cause) }, { cause });
  }
};

const openDatabase = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path);
  // FULL: a commit waits until the write-ahead log is on the disk.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 1000;');
  database.exec(
    'CREATE TABLE IF NOT EXISTS swipes (number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, swipe TEXT NOT NULL)',
  );
  return database;
};

/** @param path of a SQLite file, created if it does not exist; one process at a time */
export const openSwipeQueue = (path: string): SwipeQueue => {
  const database = onDisk(() => openDatabase(path));
  const insert = database.prepare('INSERT OR IGNORE INTO swipes (key, swipe) VALUES (?, ?)');
  const update = database.prepare('UPDATE swipes SET swipe = ? WHERE key = ?');
  const remove = database.prepare('DELETE FROM swipes WHERE key = ?');
  const oldest = database.prepare('SELECT swipe FROM swipes ORDER BY number LIMIT ?');
  const count = database.prepare('SELECT count(*) AS size FROM swipes');
  const inFlight = new Set<string>();
  return {
    inFlight,
    get size() {
      return onDisk(() => Number(count.get()?.['size']));
    },
    add: (swipe) => {
      const stored = withKeyAndDate(swipe);
      const json = toJson(stored);
      onDisk(() => insert.run(stored.key, json));
    },
    replace: (swipe) => {
      const json = toJson(swipe);
      onDisk(() => update.run(json, swipe.key));
    },
    remove: (key) => void onDisk(() => remove.run(key)),
    oldest: (limit) => {
      const rows = onDisk(() => oldest.all(limit + inFlight.size));
      const swipes = rows.map(({ swipe }) => JSON.parse(String(swipe)) as StoredSwipe);
      return swipes.filter(({ key }) => !inFlight.has(key)).slice(0, limit);
    },
    close: () => database.close(),
  };
};

/** @returns the error if the file cannot be written */
const tryToWrite = (write: () => void): CheckinError | undefined => {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof CheckinError && error.code === QUEUE_UNAVAILABLE) return error;
    throw error;
  }
};

/** The swipe as it is sent. Corrects its date once, before the first attempt: each attempt must send the same date. */
const withServiceDate = async (
  client: CheckinClient,
  queue: SwipeQueue,
  { deviceTime, ...swipe }: StoredSwipe,
  options: Pick<CheckinOptions, 'timeoutMs'> = {},
): Promise<KeyedSwipe> => {
  if (!deviceTime) return swipe;
  // How far the clock has been set since. This is unknown if an earlier process stored the swipe.
  const shift = deviceTime.process === PROCESS ? readShift() - deviceTime.shift : 0;
  const moment = await client.serviceTime(Date.parse(swipe.date) + shift, options);
  const corrected = { ...swipe, date: new Date(moment).toISOString() };
  // If this fails, the next attempt corrects the date by the same difference.
  tryToWrite(() => queue.replace(corrected));
  return corrected;
};

/**
 * Stores a swipe, sends it, and removes it once the service has accepted it or refused it permanently. After any other error
 * it stays in the queue for {@link sendQueue}. If the file cannot be written, as on a full disk, it is sent nevertheless.
 * @throws CheckinError; `queue_unavailable` if the swipe is neither stored nor accepted, and therefore lost
 */
export const storeAndSend = async (
  client: CheckinClient,
  queue: SwipeQueue,
  swipe: NewSwipe,
  options: Pick<CheckinOptions, 'timeoutMs'> = {},
): Promise<CheckinResult> => {
  const startedAt = now();
  const stored = withKeyAndDate(swipe);
  const { key: inFlightKey } = stored;
  // If this fails, `sendQueue` sends the swipe again, with its key.
  const remove = (): void => void tryToWrite(() => queue.remove(inFlightKey));
  queue.inFlight.add(inFlightKey);
  let notStored: CheckinError | undefined;
  try {
    notStored = tryToWrite(() => queue.add(stored));
    const { key, ...body } = await withServiceDate(client, queue, stored, options);
    const remaining = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs - (now() - startedAt) };
    const result = await client.checkIn(body, { ...remaining, idempotencyKey: key });
    remove();
    return result;
  } catch (error) {
    const isFinal = error instanceof CheckinError && error.isFinal;
    if (isFinal) remove();
    else if (notStored) throw notStored;
    throw error;
  } finally {
    queue.inFlight.delete(inFlightKey);
  }
};

/** The limit of the batch route. */
const MAX_BATCH_ITEMS = 100;
/** Older swipes are sent without `notify`: a push this late would only confuse the user. */
const NOTIFY_WITHIN_MS = 10 * 60_000;

/** Leaves a date that cannot be parsed to the service, which refuses it. */
const withoutLateNotify = async (client: CheckinClient, swipe: KeyedSwipe): Promise<KeyedSwipe> => {
  if (!swipe.notify) return swipe;
  const isLate = (await client.serviceTime(Date.now())) - Date.parse(swipe.date) > NOTIFY_WITHIN_MS;
  return isLate ? { ...swipe, notify: false } : swipe;
};

/** Used because version 1.0 of the service has no batch route, and because one bad swipe must not block a whole batch. */
const mustBeSentOneByOne = (error: unknown): boolean =>
  error instanceof CheckinError &&
  !(error instanceof NoTokenError) &&
  !error.isUserNotFound &&
  [400, 404, 413].includes(error.status);

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
 * @param onResult called for each swipe that leaves the queue, with the result of its item: base your logic on its `statusCode`
 * @throws CheckinError if a whole request fails, or no swipe of a batch could be processed; the queue is kept
 */
export const sendQueue = async (
  client: CheckinClient,
  queue: SwipeQueue,
  onResult: (result: BatchItemResult) => void = () => undefined,
): Promise<void> => {
  for (;;) {
    const swipes: KeyedSwipe[] = [];
    for (const stored of queue.oldest(MAX_BATCH_ITEMS)) swipes.push(await withServiceDate(client, queue, stored));
    if (swipes.length === 0) return;
    const sent = await Promise.all(swipes.map((swipe) => withoutLateNotify(client, swipe)));
    const results = await sendBatch(client, sent);
    const done = results.map((result, index) => ({ ...result, key: String(swipes[index]?.key) })).filter(isDone);
    for (const result of done) {
      queue.remove(result.key);
      onResult(result);
    }
    const [failed] = results;
    if (done.length === 0 && failed) throw new CheckinError(failed.statusCode ?? 0, failed);
    if (done.length < swipes.length) await pause();
  }
};
