/**
 * A client of the check-in service: one file, no dependencies. Node.js 22.18 or later runs it as it is; compiled to JavaScript,
 * so does everything that has `fetch`. Copy it and make it yours. It keeps the token set, renews it once however many calls wait for it, and repeats what may be
 * repeated, always with the same Idempotency-Key.
 */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Whom to check in: one of `id`, `uid` and `email`, or several of the same person. */
export interface Swipe {
  readonly id?: number;
  readonly uid?: string;
  readonly email?: string;
  /** RFC 3339 with offset. Left out, it is the moment of the call, not that of a repeat. */
  readonly date?: string;
  /** Whether to push to the person's devices. */
  readonly notify?: boolean;
}

export interface CheckinResult {
  readonly statusCode: 200;
  readonly message: string;
  /** Bookings that this swipe checked in; 0 is a success too, and `message` says why. */
  readonly checkinCount: number;
}

export interface ClientOptions extends Credentials {
  /** Scheme and host, and the path if the operator's has one. */
  readonly baseUrl: string;
  /** Language of messages: `en`, `pt-BR` or `es`. */
  readonly language?: string;
  /** How long one attempt may take. The service itself answers within 3 s. */
  readonly attemptMilliseconds?: number;
  /** How long a call may take with all its repeats, unless it says so itself. */
  readonly callMilliseconds?: number;
  /** How long before its expiration an access token is renewed; never before the last quarter of its life. */
  readonly renewBeforeMilliseconds?: number;
}

export interface CheckinClient {
  /**
   * Checks somebody in.
   * @param idempotencyKey names the swipe: give the same one again after an error to repeat it safely, and never to another
   * swipe within 72 hours.
   * @param milliseconds how long it may take with all its repeats, other than the client's `callMilliseconds`.
   * @throws CheckinError where the service refuses, or where no answer was had in time.
   */
  checkIn(swipe: Swipe, idempotencyKey?: string, milliseconds?: number): Promise<CheckinResult>;
  /**
   * Gets tokens where there are none or they are to be renewed, so that no swipe has to wait for them.
   * @throws CheckinError
   */
  prepare(): Promise<void>;
}

/** What the service refused (`status` 4xx), or could not do in time (`status` 5xx, 408 or 429, or 0 where no answer came). */
export class CheckinError extends Error {
  readonly status: number;
  /** The service's own words: `{statusCode, message, requestId, errors?}`. */
  readonly body: unknown;

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(`the check-in service answered ${status}: ${JSON.stringify(body)}`, options);
    this.name = 'CheckinError';
    this.status = status;
    this.body = body;
  }

  /** Whether the same call, with the same Idempotency-Key, may succeed later. */
  get isTransient(): boolean {
    return [0, 408, 429].includes(this.status) || this.status >= 500;
  }

  /** Whether the company has nobody of these identifiers. A 404 without `requestId` is a wrong URL instead. */
  get isNobody(): boolean {
    return this.status === 404 && Object.hasOwn(Object(this.body) as object, 'requestId');
  }
}

interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly accessTokenExpiration: number;
  readonly refreshToken: string;
}

interface HeldTokens extends TokenSet {
  /** Milliseconds since 1970. */
  readonly renewAt: number;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const FIRST_DELAY_MILLISECONDS = 200;
const LONGEST_DELAY_MILLISECONDS = 5_000;
/** Well within the 60 s for which a refresh token that was used gives the same set again. */
const LONGEST_REFRESH_MILLISECONDS = 30_000;

/** The operator may let the client in again; until then every log-in is a failed one in their alarms. */
const LOG_IN_AGAIN_MILLISECONDS = 5 * 60_000;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Growing and random, so that a thousand gates do not come back at the same moment; never sooner than the service asks. */
const delayBefore = (repeat: number, retryAfterSeconds: number): number => {
  const most = Math.min(LONGEST_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** repeat);
  return Math.max(retryAfterSeconds * 1000, Math.random() * most);
};

const hold = async (renewed: Promise<TokenSet>, renewBeforeMilliseconds: number): Promise<HeldTokens> => {
  const set = await renewed;
  const left = set.accessTokenExpiration - Date.now();
  // A clock that is ahead by a whole lifetime says nothing: then the service's 401 does.
  const renewAt = left > 0 ? set.accessTokenExpiration - Math.min(renewBeforeMilliseconds, left / 4) : Infinity;
  return { ...set, renewAt };
};

export const makeCheckinClient = ({
  baseUrl,
  clientId,
  clientSecret,
  language = 'en',
  attemptMilliseconds = 5_000,
  callMilliseconds = 30_000,
  renewBeforeMilliseconds = 60_000,
}: ClientOptions): CheckinClient => {
  /** The token set, or the one that is on its way: whoever needs tokens waits for the same. */
  let tokens: Promise<HeldTokens> | undefined;
  let refusal: { readonly error: CheckinError; readonly until: number } | undefined;
  const root = baseUrl.replace(/\/+$/, '');

  const attempt = async ({ method, path, headers, body }: Call, remaining: number): Promise<Response> => {
    const signal = AbortSignal.timeout(Math.max(1, Math.min(attemptMilliseconds, remaining)));
    const json = body && { body: JSON.stringify(body) };
    const type = body && { 'Content-Type': 'application/json' };
    return fetch(root + path, {
      method,
      signal,
      headers: { 'Accept-Language': language, ...type, ...headers },
      ...json,
    });
  };

  /** Reads the answer too: it may be cut off in the middle. */
  const ask = async (
    call: Call,
    remaining: number,
  ): Promise<{ body: unknown } | { error: CheckinError; retryAfter: number }> => {
    try {
      const response = await attempt(call, remaining);
      const body: unknown = await response.json();
      if (response.ok) return { body };
      const retryAfter = Number(response.headers.get('Retry-After')) || 0;
      return { error: new CheckinError(response.status, body), retryAfter };
    } catch (error) {
      return { error: new CheckinError(0, String(error), { cause: error }), retryAfter: 0 };
    }
  };

  /** Repeats a call until it is answered for good or `deadline` is near. */
  const insist = async <Body>(call: Call, deadline: number): Promise<Body> => {
    for (let repeat = 0; ; repeat += 1) {
      const answer = await ask(call, deadline - Date.now());
      if ('body' in answer) return answer.body as Body;
      const delay = delayBefore(repeat, answer.retryAfter);
      if (!answer.error.isTransient || Date.now() + delay >= deadline) throw answer.error;
      await sleep(delay);
    }
  };

  const logIn = async (deadline: number): Promise<TokenSet> => {
    if (refusal && Date.now() < refusal.until) throw refusal.error;
    try {
      return await insist({ method: 'POST', path: '/auth', body: { clientId, clientSecret } }, deadline);
    } catch (error) {
      if (error instanceof CheckinError && error.status === 401)
        refusal = { error, until: Date.now() + LOG_IN_AGAIN_MILLISECONDS };
      throw error;
    }
  };

  /** A lost answer is no harm: for a minute the same refresh token gives the same set. What is refused, a log-in mends. */
  const refresh = async ({ refreshToken }: TokenSet, deadline: number): Promise<TokenSet> => {
    const headers = { Authorization: `Bearer ${refreshToken}` };
    const until = Math.min(deadline, Date.now() + LONGEST_REFRESH_MILLISECONDS);
    try {
      return await insist({ method: 'GET', path: '/auth/refresh-token', headers }, until);
    } catch (error) {
      if (error instanceof CheckinError && error.status === 401) return logIn(deadline);
      throw error;
    }
  };

  /**
   * Where a renewal fails for now, the next call logs in: the same refresh token after its minute would look stolen.
   * @param refused an access token that the service takes no more.
   */
  const getTokens = async (deadline: number, refused?: string): Promise<HeldTokens> => {
    const held = tokens;
    const set = await held?.catch(() => undefined);
    if (set && set.accessToken !== refused && Date.now() < set.renewAt) return set;
    // Another call may have begun to renew while this one waited; then its set is the one to wait for.
    if (tokens === held) tokens = hold(set ? refresh(set, deadline) : logIn(deadline), renewBeforeMilliseconds);
    return tokens as Promise<HeldTokens>;
  };

  const checkIn: CheckinClient['checkIn'] = async (
    swipe,
    idempotencyKey = crypto.randomUUID(),
    milliseconds = callMilliseconds,
  ) => {
    const deadline = Date.now() + milliseconds;
    const body = { date: new Date().toISOString(), ...swipe };
    const send = ({ accessToken }: TokenSet): Promise<CheckinResult> => {
      const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': idempotencyKey };
      return insist({ method: 'POST', path: '/scheduling/checkin', headers, body }, deadline);
    };
    const set = await getTokens(deadline);
    try {
      return await send(set);
    } catch (error) {
      if (!(error instanceof CheckinError) || error.status !== 401) throw error;
      return send(await getTokens(deadline, set.accessToken));
    }
  };

  const prepare = async (): Promise<void> => {
    await getTokens(Date.now() + callMilliseconds);
  };

  return { checkIn, prepare };
};
