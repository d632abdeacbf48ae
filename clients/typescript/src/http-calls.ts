import type { Clock } from './clock.ts';
import { CheckinError, type ErrorBody } from './errors.ts';

/** One HTTP request, before it is sent. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Appended to the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** For a call that takes longer than others. Default: that of the client. */
  readonly attemptTimeoutMs?: number | undefined;
}

/** A successful response. */
export interface Reply {
  readonly body: object;
  /** The service's clock when it responded, in milliseconds since the Unix epoch. */
  readonly serverTime: number;
}

interface CallSettings {
  /** Scheme and host, and a path if the operator's URL has one. */
  readonly baseUrl: string;
  readonly language: string;
  /** The longest time for one attempt. The service responds within 3 s. */
  readonly attemptTimeoutMs: number;
  readonly onRetry: OnRetry;
  /** Set by each successful response. */
  readonly clock: Clock;
}

/** Called before an attempt is repeated, with its error and the wait in milliseconds: for a log. */
export type OnRetry = (error: CheckinError, delayMs: number) => void;

/** The error of a call's last attempt, for callers that wait for the call and give up earlier. */
export interface Attempts {
  lastError?: CheckinError;
}

/** Sends a call, with retries until `deadline` ({@link now}), and notes errors in `attempts`. @throws CheckinError */
export type SendCall = (call: Call, deadline: number, attempts: Attempts) => Promise<Reply>;

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5_000;

/** Milliseconds on a clock that never jumps: deadlines hold even when the system clock is set. */
export const now = (): number => performance.now();

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Retry-After in milliseconds: delay-seconds or an HTTP-date (RFC 9110, section 10.2.3). */
const readRetryAfter = ({ headers }: Response): number => {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // The device's clock may be wrong.
  const wait = Date.parse(value) - (Date.parse(headers.get('Date') ?? '') || Date.now());
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
};

/** @throws Error for the page of a proxy or a captive portal */
const readReply = (response: Response, text: string, clock: Clock): Reply => {
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error('the response is not a JSON object');
  const date = Date.parse(response.headers.get('Date') ?? '');
  if (Number.isNaN(date)) return { body, serverTime: Date.now() };
  clock.measure(date);
  return { body, serverTime: date };
};

/** Random and growing, so that many gates do not retry at the same moment; never shorter than the service's Retry-After. */
const delayBefore = (retry: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retry));

/** `fetch` hides why a connection failed in `cause`, which holds several errors if the host has several addresses. */
const describeFailure = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof AggregateError ? cause.errors.join(', ') : String(cause);
};

/** A proxy may respond with something other than a JSON object; the text is then used as the message. */
const parseBody = (text: string): ErrorBody => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON.
  }
  return typeof body === 'object' && body && !Array.isArray(body) ? body : { message: text.slice(0, 200) };
};

export const makeSendCall = ({ baseUrl, language, onRetry, clock, ...defaults }: CallSettings): SendCall => {
  if (!/^https?:\/\/[^/]/i.test(baseUrl))
    throw new TypeError(`baseUrl must be a URL such as https://api.example.com, not "${baseUrl}"`);
  const root = baseUrl.replace(/\/+$/, '');

  /** One attempt. The signal covers the connection, the headers and the body. */
  const attempt = async (
    { method, path, headers, body, attemptTimeoutMs = defaults.attemptTimeoutMs }: Call,
    remaining: number,
  ): Promise<Reply | { error: CheckinError; retryAfterMs: number }> => {
    try {
      const response = await fetch(root + path, {
        method,
        // The address that a redirect names must not get the secret.
        redirect: 'manual',
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(attemptTimeoutMs, remaining)))),
        headers: { 'Accept-Language': language, ...(body && { 'Content-Type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return readReply(response, text, clock);
      const error = new CheckinError(response.status, parseBody(text));
      return { error, retryAfterMs: readRetryAfter(response) };
    } catch (cause) {
      return { error: new CheckinError(0, { message: describeFailure(cause) }, { cause }), retryAfterMs: 0 };
    }
  };

  return async (call, deadline, attempts) => {
    for (let retry = 0; ; retry += 1) {
      const outcome = await attempt(call, deadline - now());
      if (!('error' in outcome)) return outcome;
      attempts.lastError = outcome.error;
      const delay = delayBefore(retry, outcome.retryAfterMs);
      if (!outcome.error.isTransient || now() + delay >= deadline) throw outcome.error;
      onRetry(outcome.error, delay);
      await sleep(delay);
    }
  };
};

/** Omits "No response:", with which the message of the new error begins already. */
const describeLast = ({ lastError }: Attempts): string => {
  if (!lastError) return '';
  return `; last error: ${lastError.status === 0 ? lastError.body.message : lastError.message}`;
};

/**
 * Waits for `result`, but only until `deadline`; the request continues for other callers.
 * @param attempts of the request: the last error explains why there was no result
 * @throws CheckinError `no_response`
 */
export const waitUntil = async <Result>(
  deadline: number,
  result: Promise<Result>,
  attempts: Attempts,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new CheckinError(0, { message: `the deadline passed${describeLast(attempts)}` }));
    timer = setTimeout(refuse, Math.max(0, deadline - now()));
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
};
