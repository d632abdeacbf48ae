import { setTimeout as sleep } from 'node:timers/promises';
import { differencesFromDocument } from '../../support/described-response.ts';
import type { Bench } from './bench.ts';
import type { Company } from './company.ts';

/** A response of the gate's API; without a status there was none. Moments are those of `performance.now()`. */
export interface GateResponse<Body = object> {
  readonly status?: number;
  readonly requestId?: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** How the response differs from the API document. */
  readonly faults: readonly string[];
  readonly body?: Body;
}

/** The tokens of one log-in or refresh. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Credentials extends Pick<Company, 'clientId'> {
  readonly clientSecret: string;
}

/** The service responds within its deadline; a busy machine may take longer. */
const RESPONSE_MILLISECONDS = 60_000;

/** Whether the service was unavailable or out of time. */
export const isUnavailable = ({ status }: Pick<GateResponse, 'status'>): boolean =>
  status === undefined || status === 503;

/** @param sent the body of a POST; if omitted, this is a GET */
export const callGate = async <Body extends object>(
  path: string,
  headers: Readonly<Record<string, string>>,
  bench: Bench,
  sent?: object,
): Promise<GateResponse<Body>> => {
  const url = `${await bench.url()}${path}`;
  const startedAt = performance.now();
  const method = sent ? 'POST' : 'GET';
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(sent && { 'Content-Type': 'application/json' }), ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
      signal: AbortSignal.timeout(RESPONSE_MILLISECONDS),
    });
    const body = (await response.json()) as Body;
    const { status } = response;
    const faults = differencesFromDocument(method, url, { status, headers: response.headers, body });
    const requestId = response.headers.get('x-request-id');
    const endedAt = performance.now();
    return { status, startedAt, endedAt, faults, ...(requestId !== null && { requestId }), body };
  } catch {
    return { startedAt, endedAt: performance.now(), faults: [] };
  }
};

export const withToken = (token: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${token}` });

/** POST /auth, once. */
export const tryLogIn = ({ clientId, clientSecret }: Credentials, bench: Bench): Promise<GateResponse<TokenSet>> =>
  callGate('/auth', {}, bench, { clientId, clientSecret });

const PAUSE_MILLISECONDS = 100;

/** Waits while the service is unavailable, or the client is disabled. */
export const logIn = async (credentials: Credentials, bench: Bench): Promise<TokenSet> => {
  for (;;) {
    const { status, body } = await tryLogIn(credentials, bench);
    if (status === 201 && body) return body;
    await sleep(PAUSE_MILLISECONDS);
  }
};
