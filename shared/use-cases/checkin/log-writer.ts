import { isDeepStrictEqual } from 'node:util';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';

/** Records one check-in request in the log. Neither method fails. */
export interface LogWriter {
  /** Starts to write what the request is expected to come to, beside the writes of its bookings. */
  expect(entry: CheckinEntry): void;
  /** Makes sure that the entry is as the request came out, which takes no further call if it came out as expected. */
  finish(entry: CheckinEntry): Promise<void>;
}

/** What a request may wait for its log entry once it is done; then the entry is given up. */
export const logGrace: { readonly milliseconds: number } = { milliseconds: 300 };

/** Called once if entries could not be written. */
export type OnLogFailed = (error: unknown) => void;

/** @throws Error after {@link logGrace} */
const withinGrace = async (write: Promise<void>): Promise<void> => {
  const { milliseconds } = logGrace;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no log entry within ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([write, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** A writer for one request. The log never fails a check-in, nor delays it by more than {@link logGrace}. */
export const makeLogWriter = (log: CheckinLog, onFailed: OnLogFailed): LogWriter => {
  // Of its own: a request that fails leaves its log entry after its other calls have ended.
  const calls = new AbortController();
  let expected: CheckinEntry | undefined;
  let writing: Promise<void> | undefined;

  const write = async (entry: CheckinEntry): Promise<void> => {
    // The earlier write first, which could otherwise come last and stay.
    await writing?.catch(() => undefined);
    if (!isDeepStrictEqual(entry, expected)) return log.recordCheckins([entry], calls.signal);
    return writing;
  };

  return {
    expect(entry) {
      if (!log.keepsCheckins) return;
      expected = entry;
      writing = log.recordCheckins([entry], calls.signal);
      // Its failure is dealt with when the request is done.
      writing.catch(() => undefined);
    },
    async finish(entry) {
      if (!log.keepsCheckins) return;
      try {
        await withinGrace(write(entry));
      } catch (error) {
        calls.abort();
        onFailed(error);
      }
    },
  };
};

/** Writes the entries of many requests that are done. Does not fail, nor take longer than {@link logGrace}. */
export const writeEntries = async (
  log: CheckinLog,
  entries: readonly CheckinEntry[],
  onFailed: OnLogFailed,
): Promise<void> => {
  if (!log.keepsCheckins || entries.length === 0) return;
  const calls = new AbortController();
  try {
    await withinGrace(log.recordCheckins(entries, calls.signal));
  } catch (error) {
    calls.abort();
    onFailed(error);
  }
};
