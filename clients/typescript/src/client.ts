import { makeClock, type OnClockDifference } from './clock.ts';
import { CheckinError, UnsendableError } from './errors.ts';
import { makeSendCall, now, waitUntil, type Attempts, type Call, type OnRetry } from './http-calls.ts';
import { makeTokens, type Credentials } from './tokens.ts';

export { CheckinError, type ErrorBody, type FieldError } from './errors.ts';

/** Whom to check in: one of `id`, `uid` and `email`, or several of the same person. */
export interface Swipe {
  readonly id?: number;
  readonly uid?: string;
  readonly email?: string;
  /** RFC 3339 with an offset, sent as it is. Default: the moment of the call, on the service's clock. */
  readonly date?: string;
  /** Whether to push to the person's devices. */
  readonly notify?: boolean;
  /** Name of the door or device, for the log. */
  readonly reader?: string;
}

/** A swipe with the key that makes retries safe. */
export interface KeyedSwipe extends Swipe {
  /** Idempotency-Key: 1 to 128 visible ASCII characters, unique for 72 hours. */
  readonly key: string;
  readonly date: string;
}

export interface CheckinResult {
  readonly statusCode: 200;
  readonly message: string;
  /** Bookings checked in by this swipe. 0 is a success too: `message` says why. */
  readonly checkinCount: number;
}

/** The result of one item of a batch. */
export interface BatchItemResult {
  readonly key: string;
  readonly statusCode: number;
  readonly code: string;
  readonly message: string;
  readonly checkinCount?: number;
}

/** Identifies a booking by the ids of the system that it comes from. */
export interface RequestedBooking {
  readonly bookingId: string;
  readonly userId: number;
}

/** The current state of a booking. `unknown`: there is no such booking. `upcoming`: its check-in period has not begun. */
export interface BookingState extends RequestedBooking {
  readonly result: 'checked_in' | 'open' | 'no_show' | 'upcoming' | 'unknown';
  /** RFC 3339, UTC; with `checked_in`. */
  readonly checkedInAt?: string;
  /** The door or device of the check-in, if it was named. */
  readonly reader?: string;
}

export interface ClientOptions extends Credentials {
  /** Scheme and host, and a path if the operator's URL has one: `https://api.example.com`. */
  readonly baseUrl: string;
  /** Language of messages: `en`, `pt-BR`, `es` or `de`. Default `en`. */
  readonly language?: string;
  /** The longest time for one attempt. Default 5,000; `readBookings` waits at least 13,000. */
  readonly attemptTimeoutMs?: number;
  /** The longest time for a call with all its retries. Default 30,000. */
  readonly callTimeoutMs?: number;
  /** How long before its end an access token is renewed; at most the last quarter of its life. Default 60,000. */
  readonly renewBeforeMs?: number;
  /** Called before an attempt is repeated, even of a log-in or refresh. Default: nothing. */
  readonly onRetry?: OnRetry;
  /** Whether a swipe without `date` gets the service's time, if the device's clock differs by more than 30 s. Default true. */
  readonly correctClock?: boolean;
  /** Called whenever the difference of the clocks changes by more than 30 s. Default: nothing. */
  readonly onClockDifference?: OnClockDifference;
}

export interface CheckinOptions {
  /** Names the swipe. Send the same key again to retry it safely; never use it for another swipe within 72 hours. */
  readonly idempotencyKey?: string;
  /** The longest time for this call with all its retries; default: the client's `callTimeoutMs`. */
  readonly timeoutMs?: number;
}

export interface CheckinClient {
  /** Checks a person in. @throws CheckinError if the service refuses, or does not respond in time. */
  checkIn(swipe: Swipe, options?: CheckinOptions): Promise<CheckinResult>;
  /**
   * Sends up to 100 swipes in one request; results come in the same order. Send items with a 500 or 503
   * again, with their keys; the other statuses are final.
   * @throws CheckinError if the request as a whole is refused, or gets no response in time.
   */
  checkInBatch(
    swipes: readonly KeyedSwipe[],
    options?: Pick<CheckinOptions, 'timeoutMs'>,
  ): Promise<readonly BatchItemResult[]>;
  /**
   * Returns the current state of up to 100 bookings, in the same order. Needs a client with the scope `sync`.
   * @throws CheckinError if the service refuses, or does not respond in time.
   */
  readBookings(
    bookings: readonly RequestedBooking[],
    options?: Pick<CheckinOptions, 'timeoutMs'>,
  ): Promise<readonly BookingState[]>;
  /** Gets or renews tokens ahead of time, so that no swipe waits for them. @throws CheckinError */
  prepare(): Promise<void>;
  /**
   * Converts a time of this device's clock to the service's, in milliseconds since the Unix epoch. Logs in first if the client has
   * had no response yet. Without `correctClock`, it changes nothing.
   * @throws CheckinError
   */
  serviceTime(deviceTime: number, options?: Pick<CheckinOptions, 'timeoutMs'>): Promise<number>;
}

/** An invalid key gets the service's own error here: no header can hold it, so the service would never see it. */
const checkKey = (key: string): string => {
  if (/^[!-~]{1,128}$/.test(key)) return key;
  throw new UnsendableError('invalid_idempotency_key', 'An Idempotency-Key must be 1 to 128 visible ASCII characters.');
};

/** The service responds to a sync request within 10 s. */
const SYNC_ATTEMPT_TIMEOUT_MS = 13_000;

/** A client of the service. It holds one token set for the whole process and renews it once, however many calls need it. */
export const makeCheckinClient = (options: ClientOptions): CheckinClient => {
  const { baseUrl, clientId, clientSecret, language = 'en', callTimeoutMs = 30_000 } = options;
  const { attemptTimeoutMs = 5_000, renewBeforeMs = 60_000, onRetry = () => undefined } = options;
  const clock = makeClock(options.correctClock ?? true, options.onClockDifference ?? (() => undefined));
  const send = makeSendCall({ baseUrl, language, attemptTimeoutMs, onRetry, clock });
  const tokens = makeTokens(send, { clientId, clientSecret, renewBeforeMs, callTimeoutMs });

  const callWith = async <Body>(call: Call, accessToken: string, deadline: number): Promise<Body> => {
    const headers = { ...call.headers, Authorization: `Bearer ${accessToken}` };
    const attempts: Attempts = {};
    return (await waitUntil(deadline, send({ ...call, headers }, deadline, attempts), attempts)).body as Body;
  };

  /** A refused token is replaced, and the call sent again. */
  const callWithToken = async <Body>(call: Call, deadline: number): Promise<Body> => {
    const accessToken = await tokens.get(deadline);
    try {
      return await callWith<Body>(call, accessToken, deadline);
    } catch (error) {
      if (!(error instanceof CheckinError) || error.status !== 401) throw error;
      return callWith<Body>(call, await tokens.get(deadline, accessToken), deadline);
    }
  };

  const callWithItems = async <Item>(
    path: string,
    items: readonly unknown[],
    timeoutMs: number,
    longestAttemptMs?: number,
  ) => {
    const call = { method: 'POST', path, body: { items }, attemptTimeoutMs: longestAttemptMs } as const;
    const { items: results } = await callWithToken<{ items?: readonly (Item | null)[] }>(call, now() + timeoutMs);
    if (
      !Array.isArray(results) ||
      results.length !== items.length ||
      results.some((one) => typeof one !== 'object' || !one)
    )
      throw new CheckinError(0, { message: 'the response does not hold a result for each item' });
    return results as readonly Item[];
  };

  const toServiceTime = async (deviceTime: number, deadline: number): Promise<number> => {
    // A log-in measures the clock.
    if (clock.isCorrected) await tokens.get(deadline);
    return clock.toServiceTime(deviceTime);
  };

  return {
    async checkIn(swipe, { idempotencyKey = crypto.randomUUID(), timeoutMs = callTimeoutMs } = {}) {
      const headers = { 'Idempotency-Key': checkKey(idempotencyKey) };
      const deadline = now() + timeoutMs;
      const date = swipe.date ?? new Date(await toServiceTime(Date.now(), deadline)).toISOString();
      const call = { method: 'POST', path: '/scheduling/checkin', headers, body: { ...swipe, date } } as const;
      const result = await callWithToken<CheckinResult>(call, deadline);
      if (typeof result.checkinCount === 'number') return result;
      throw new CheckinError(0, { message: 'the response does not hold a count' });
    },
    async checkInBatch(items, { timeoutMs = callTimeoutMs } = {}) {
      return callWithItems<BatchItemResult>('/scheduling/checkin/batch', items, timeoutMs);
    },
    async readBookings(bookings, { timeoutMs = callTimeoutMs } = {}) {
      const longestAttemptMs = Math.max(attemptTimeoutMs, SYNC_ATTEMPT_TIMEOUT_MS);
      return callWithItems<BookingState>('/sync/bookings/read', bookings, timeoutMs, longestAttemptMs);
    },
    async prepare() {
      await tokens.get(now() + callTimeoutMs);
    },
    async serviceTime(deviceTime, { timeoutMs = callTimeoutMs } = {}) {
      return toServiceTime(deviceTime, now() + timeoutMs);
    },
  };
};
