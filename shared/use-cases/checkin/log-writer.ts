import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';

/** Records one check-in request in the log. Neither method fails. */
export interface LogWriter {
  /** Starts to write the expected entry, in parallel with the writes of the bookings. */
  expect(entry: CheckinEntry): void;
  /** Ensures that the entry shows the actual result. Writes again only if this differs from the expected entry. */
  finish(entry: CheckinEntry): Promise<void>;
}

/** How long a finished request waits for its log entry. After that, it responds without the entry. */
export const logGrace: { readonly milliseconds: number } = { milliseconds: 300 };

/** Called once if entries could not be written. */
export type OnLogFailed = (error: unknown) => void;

/** Waits for `write`. @throws Error if it takes longer than {@link logGrace} */
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

/** Compares JSON texts: the same function made both entries, so their fields are in the same order. */
const isSame = (one: CheckinEntry, other: CheckinEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A writer for one request. A failure of the log never fails a check-in, nor delays it by more than {@link logGrace}. */
export const makeLogWriter = (log: CheckinLog, onFailed: OnLogFailed): LogWriter => {
  // A separate controller, because a failed request writes its log entry after its other calls were aborted.
  const calls = new AbortController();
  let expected: CheckinEntry | undefined;
  let writing: Promise<void> | undefined;

  const write = async (entry: CheckinEntry): Promise<void> => {
    // Waits for the earlier write, which could otherwise arrive later and overwrite the entry.
    await writing?.catch(() => undefined);
    if (!isSame(entry, expected)) return log.recordCheckins([entry], calls.signal);
    return writing;
  };

  return {
    expect(entry) {
      if (!log.keepsCheckins) return;
      expected = entry;
      writing = log.recordCheckins([entry], calls.signal);
      // A failure is handled in `finish`.
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

export interface BatchLogWriter extends LogWriter {
  /** Writes all entries together. Takes at most {@link logGrace}. */
  settle(): Promise<void>;
}

/** A writer for many requests. No request waits for its entry. */
export const makeBatchLogWriter = (log: CheckinLog, onFailed: OnLogFailed): BatchLogWriter => {
  const entries: CheckinEntry[] = [];
  return {
    expect: () => undefined,
    finish: async (entry) => void entries.push(entry),
    async settle() {
      if (!log.keepsCheckins || entries.length === 0) return;
      const calls = new AbortController();
      try {
        await withinGrace(log.recordCheckins(entries, calls.signal));
      } catch (error) {
        calls.abort();
        onFailed(error);
      }
    },
  };
};
