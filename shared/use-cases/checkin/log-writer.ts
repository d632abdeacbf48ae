import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';

/** Writes the log entry of one request. Neither method fails. */
export interface LogWriter {
  /** Starts to write the entry that is expected, in parallel with the writes of bookings. */
  expect(entry: CheckinEntry): void;
  /** Writes again only if the entry differs from the expected one. */
  finish(entry: CheckinEntry): Promise<void>;
}

/** The max time to wait for the log entry once the request is done. After that, the response is sent without it. */
export const logGrace: { readonly milliseconds: number } = { milliseconds: 300 };

export type OnLogFailed = (error: unknown) => void;

/** Waits for a write, at most for {@link logGrace}. A failure is reported, not thrown. */
const settle = async (write: Promise<void>, calls: AbortController, onFailed: OnLogFailed): Promise<void> => {
  const { milliseconds } = logGrace;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no log entry within ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([write, late]);
  } catch (error) {
    calls.abort();
    onFailed(error);
  } finally {
    clearTimeout(timer);
  }
};

/** Compares JSON, because the same function makes both entries, always with their fields in the same order. */
const isSame = (one: CheckinEntry, other: CheckinEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Makes the writer for one request. A failing log never makes a check-in fail or delays it by more than {@link logGrace}. */
export const makeLogWriter = (log: CheckinLog, onFailed: OnLogFailed): LogWriter => {
  // A separate controller, because a failed request writes its log entry after its other calls were aborted.
  const calls = new AbortController();
  let expected: CheckinEntry | undefined;
  let writing: Promise<void> | undefined;

  const write = async (entry: CheckinEntry): Promise<void> => {
    // Waits for the first write, which could otherwise finish later and overwrite the entry.
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
      if (log.keepsCheckins) await settle(write(entry), calls, onFailed);
    },
  };
};

interface BatchLogWriter extends LogWriter {
  settle(): Promise<void>;
}

/** Makes the writer for many requests. The requests do not wait for their entries: `settle` writes all entries together. */
export const makeBatchLogWriter = (log: CheckinLog, onFailed: OnLogFailed): BatchLogWriter => {
  const entries: CheckinEntry[] = [];
  return {
    expect: () => undefined,
    finish: async (entry) => void entries.push(entry),
    async settle() {
      if (!log.keepsCheckins) return;
      const calls = new AbortController();
      await settle(log.recordCheckins(entries, calls.signal), calls, onFailed);
    },
  };
};
