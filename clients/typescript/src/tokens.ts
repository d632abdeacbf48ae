import { CheckinError, NoTokenError } from './errors.ts';
import { now, waitUntil, type Attempts, type Reply, type SendCall } from './http-calls.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface TokenSettings extends Credentials {
  /** How long before its end a token is renewed; at most the last quarter of its life. */
  readonly renewBeforeMs: number;
  /** The longest time for a log-in or a refresh, with retries. */
  readonly callTimeoutMs: number;
}

/** Access tokens for all calls of a process. */
export interface Tokens {
  /**
   * A token that is still valid. All calls that need a new one wait for the same renewal, each until its own deadline.
   * @param refused an access token that the service has refused: it is replaced
   * @throws CheckinError
   */
  get(deadline: number, refused?: string): Promise<string>;
}

interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since the Unix epoch. */
  readonly accessTokenExpiration: number;
  readonly refreshToken: string;
}

interface HeldTokens extends TokenSet {
  /** When to renew, on the clock of {@link now}. */
  readonly renewAt: number;
}

/**
 * After this time the client logs in instead of retrying a refresh. A used refresh token returns the same set for 60 s (the
 * grace period); using it later is treated as theft and revokes the whole family.
 */
const LONGEST_REFRESH_MS = 30_000;
/**
 * The pause after a refused log-in. The operator may enable the client again, but until then each attempt counts in the alarm for
 * failed log-ins.
 */
const LOG_IN_AGAIN_AFTER_MS = 5 * 60_000;

const isRefusal = (error: unknown): error is CheckinError => error instanceof CheckinError && error.status === 401;

/** Uses the service's clock, because the device's may be wrong. */
const hold = ({ body, serverTime }: Reply, renewBeforeMs: number): HeldTokens => {
  const set = body as TokenSet;
  if (typeof set.accessToken !== 'string') throw new CheckinError(0, { message: 'the response holds no tokens' });
  const lifetime = Math.max(0, set.accessTokenExpiration - serverTime);
  return { ...set, renewAt: now() + lifetime - Math.min(renewBeforeMs, lifetime / 4) };
};

export const makeTokens = (send: SendCall, settings: TokenSettings): Tokens => {
  const { clientId, clientSecret, renewBeforeMs, callTimeoutMs } = settings;
  let held: HeldTokens | undefined;
  let renewal: Promise<HeldTokens> | undefined;
  /** The attempts of the renewal. */
  let attempts: Attempts = {};
  let refusal: { readonly error: CheckinError; readonly until: number } | undefined;

  const logIn = async (deadline: number): Promise<Reply> => {
    if (refusal && now() < refusal.until) throw refusal.error;
    try {
      return await send({ method: 'POST', path: '/auth', body: { clientId, clientSecret } }, deadline, attempts);
    } catch (error) {
      if (isRefusal(error)) refusal = { error, until: now() + LOG_IN_AGAIN_AFTER_MS };
      throw error;
    }
  };

  const refresh = async ({ refreshToken }: TokenSet, deadline: number): Promise<Reply> => {
    const headers = { Authorization: `Bearer ${refreshToken}` };
    try {
      const call = { method: 'GET', path: '/auth/refresh-token', headers } as const;
      return await send(call, Math.min(deadline, now() + LONGEST_REFRESH_MS), attempts);
    } catch (error) {
      if (isRefusal(error)) return logIn(deadline);
      throw error;
    }
  };

  /** Has its own deadline, because the calls that wait for it have different ones. */
  const renew = async (): Promise<HeldTokens> => {
    const before = held;
    // If the renewal fails, the next call logs in: the refresh token may have been used.
    held = undefined;
    const deadline = now() + callTimeoutMs;
    try {
      held = hold(await (before ? refresh(before, deadline) : logIn(deadline)), renewBeforeMs);
      return held;
    } catch (cause) {
      throw cause instanceof CheckinError ? new NoTokenError(cause.status, cause.body, { cause }) : cause;
    }
  };

  return {
    async get(deadline, refused) {
      if (!renewal && held && held.accessToken !== refused && now() < held.renewAt) return held.accessToken;
      if (!renewal) {
        attempts = {};
        renewal = renew().finally(() => {
          renewal = undefined;
        });
        // Prevents an unhandled rejection if every waiting call has given up.
        renewal.catch(() => undefined);
      }
      return (await waitUntil(deadline, renewal, attempts)).accessToken;
    },
  };
};
