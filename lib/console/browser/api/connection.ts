import type { ErrorResponse } from '../../../../shared/console-api/parts.ts';
import { CONSOLE_API_PATH, type ConsoleRouteId, consoleRoutes } from '../../../../shared/console-api/routes.ts';
import type { BodyOf, ResponseOf, SchemaOf } from '../../../../shared/console-api/schemas.ts';
import { consoleDeadline } from '../../../../shared/rules/deadline.ts';
import { takeFirstRead } from './first-read.ts';
import type { Session } from '../session/session.ts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../../../../shared/console-api/members.ts';
import { may, type Permission } from '../../../../shared/rules/roles.ts';

/** An error response of the API. The message is in the page's language and says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Who has the badge or e-mail address, with the code `identifier_taken`. */
  readonly taken: ErrorResponse['taken'];
  readonly fields: readonly { readonly field: string; readonly message: string }[];

  constructor(status: number, body: Partial<ErrorResponse>) {
    super(body.message ?? String(status));
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.requestId = body.requestId;
    this.taken = body.taken;
    this.fields = body.errors ?? [];
  }
}

/** Thrown if there was no response, so it is unknown whether the request was performed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Whether the request might succeed later: there was no response, or too many requests, or the service failed. */
export const isTemporary = (error: Error): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/**
 * Waits for a change, and ignores the error that says that it had been made before, such as by an attempt whose response was lost.
 */
export const ignoreError = async (change: Promise<unknown>, code: string): Promise<void> => {
  await change.catch((error: Partial<ApiError>) => {
    if (error.code !== code) throw error;
  });
};

interface Options {
  /** Default: JSON. A body of another type is a string, which is sent unchanged. */
  readonly contentType?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal | undefined;
  /** Default: unlimited if the route changes nothing, otherwise 1. */
  readonly maxAttempts?: number;
}

/** The names in braces: `userId` in `/users/{userId}`. */
type ParamIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamIn<Rest> : never;
type ParamOf<Id extends ConsoleRouteId> = ParamIn<(typeof consoleRoutes)[Id]['path']>;
type Params<Name extends string = string> = Readonly<Record<Name, string | number>>;
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The part of a call that the route needs, or nothing if `Needed` is `never`. */
type Part<Name extends string, Needed, Value> = [Needed] extends [never] ? unknown : { readonly [key in Name]: Value };

/** What a caller gives for a route: what the route needs, and options. */
type Call<Id extends ConsoleRouteId> = Options &
  Part<'params', ParamOf<Id>, Params<ParamOf<Id>>> &
  Part<'query', SchemaOf<Id, 'query'>, Query> &
  Part<'body', SchemaOf<Id, 'body'>, BodyOf<Id>>;

/** A call of any route. */
interface AnyCall extends Options {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Sends a request to a route of the API. */
export type CallApi = <Id extends ConsoleRouteId>(id: Id, call: Call<Id>) => Promise<ResponseOf<Id>>;

interface ConnectionOptions {
  readonly session: Session;
  readonly language: () => string;
  /** Called after each attempt. `isConnected` is false if there was no response. */
  readonly onConnection: (isConnected: boolean) => void;
  /** Asks the person to sign in again, and resolves when they have. Not called again if the next attempt is rejected too. */
  readonly onSignedOut: () => Promise<void>;
}

/** Longer than the API can take to respond: an import must not be sent again while it still runs. */
export const TIMEOUT_MS = consoleDeadline.functionTimeoutMilliseconds + 3_000;
const MAX_PAUSE_MS = 8_000;
const MAX_ATTEMPTS_WHILE_BUSY = 6;

const withTimeout = (ms: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);

/** Waits for `ms`, or until the browser is online again. @throws the reason of `signal` if `signal` is aborted */
const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted();
  const end = withTimeout(ms, signal);
  await new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve());
    addEventListener('online', () => resolve(), { signal: end });
  });
  signal?.throwIfAborted();
};

/**
 * Sends requests to /console/api with the token of the session. Retries requests to routes that change nothing with a
 * growing pause if the connection is lost or the service is busy.
 * @throws ApiError for an error response (a 401 only if the token of a new sign-in is rejected too); ConnectionError if there
 * was no response
 */
export const connect = ({ session, language, onConnection, onSignedOut }: ConnectionOptions): CallApi => {
  const sendOnce = async (id: ConsoleRouteId, call: AnyCall): Promise<unknown> => {
    const token = await session.accessToken();
    const { method, path } = consoleRoutes[id];
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(call.params?.[name])),
    );
    const url = new URL(CONSOLE_API_PATH + filledPath, location.origin);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    const hasBody = call.body !== undefined;
    let response: Response;
    let text: string;
    try {
      const firstRead = method === 'GET' ? takeFirstRead(url.href) : undefined;
      response = await (firstRead ??
        fetch(url, {
          method,
          cache: 'no-store',
          signal: withTimeout(TIMEOUT_MS, call.signal),
          headers: {
            'Accept-Language': language(),
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
            ...(hasBody && { 'Content-Type': call.contentType ?? 'application/json' }),
            ...(call.ifMatch !== undefined && { 'If-Match': call.ifMatch }),
          },
          ...(hasBody && { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
        }));
      text = await response.text();
    } catch (error) {
      call.signal?.throwIfAborted();
      throw new ConnectionError(String(error), { cause: error });
    }
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw new ApiError(response.status, parseError(text));
  };

  const sendWithRetries = async (id: ConsoleRouteId, call: AnyCall): Promise<unknown> => {
    const { maxAttempts = consoleRoutes[id].changes ? 1 : Infinity } = call;
    let hasSignedInAgain = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOnce(id, call).catch((error: Error) => error);
      const isLost = outcome instanceof ConnectionError;
      const status = outcome instanceof ApiError ? outcome.status : 0;
      // Other errors, such as that of a cancelled request, say nothing about the connection.
      if (isLost || status > 0 || !(outcome instanceof Error)) onConnection(!isLost);
      if (!(outcome instanceof Error)) return outcome;
      // The request was rejected before it was processed, so a retry is safe. If the API rejects the new token too, signing in
      // once more would not help.
      if (status === 401 && !hasSignedInAgain) {
        await onSignedOut();
        hasSignedInAgain = true;
        continue;
      }
      // During later attempts, the new sign-in can expire too.
      hasSignedInAgain = false;
      // Not after a 500, which the same request would probably get again.
      const isBusy = status === 429 || status >= 502;
      const limit = isBusy ? Math.min(maxAttempts, MAX_ATTEMPTS_WHILE_BUSY) : maxAttempts;
      if ((!isLost && !isBusy) || attempt >= limit) throw outcome;
      await pause(Math.min(MAX_PAUSE_MS, 250 * 2 ** attempt), call.signal);
    }
  };
  return sendWithRetries as CallApi;
};

const parseError = (text: string): Partial<ErrorResponse> => {
  try {
    return JSON.parse(text) as Partial<ErrorResponse>;
  } catch {
    return {};
  }
};

/** The signed-in person as a member of their company, and the API with their token. */
export interface Member {
  readonly me: Me;
  readonly call: CallApi;
  /** The base URL of the gates' API, if config.json has it. */
  readonly apiUrl: string | undefined;
}

export const MemberContext = createContext<Member | undefined>(undefined);

export const useMember = (): Member => {
  const member = useContext(MemberContext);
  if (member === undefined) throw new Error('useMember needs a MemberContext.');
  return member;
};

/** Whether the member's role allows something. The API enforces permissions; pages only hide what the API would reject. */
export const useMay = (permission: Permission): boolean => may(useMember().me.role, permission);
