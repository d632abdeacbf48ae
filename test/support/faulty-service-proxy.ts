import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { relayCall, type RelayedResponse } from './relay-call.ts';
import { serve, type TestServer } from './serve.ts';

/**
 * A fault of a request:
 * - `lose`: The service performs the request, but the connection is cut before the response.
 * - `cut`: The connection is cut after the start of the response.
 * - `hang`: There is no response.
 * - `spoil`: The request is sent with an invalid token.
 * - `expired`, `brief`: The response says that its access token has expired, or will expire in 4 seconds, so that no test has
 *   to wait for the expiry.
 * - A number: The proxy responds with this status, like a gateway.
 */
export type ServiceFault = 'none' | 'reset' | 'lose' | 'cut' | 'hang' | 'spoil' | 'expired' | 'brief' | 408 | 429 | 503;

export interface SentRequest {
  /** The method and path, such as `POST /auth`. */
  readonly line: string;
  /** The number of earlier requests of the same kind. */
  readonly earlierRequests: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FaultyServiceProxy extends TestServer {
  /** Sets the faults of later requests and clears the list of requests. */
  inject(plan: (sent: SentRequest) => ServiceFault): void;
  /** The requests since the last `inject`. */
  sent(): readonly SentRequest[];
}

const BRIEF_MILLISECONDS = 4_000;

/** Returns a time in milliseconds, rounded to whole seconds like the service's. */
const expirationOf = (fault: 'expired' | 'brief'): number =>
  fault === 'expired' ? 0 : Math.floor(Date.now() / 1000) * 1000 + BRIEF_MILLISECONDS;

const withExpiration = ({ status, headers, body }: RelayedResponse, accessTokenExpiration: number): RelayedResponse => {
  const changed = Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), accessTokenExpiration }));
  return { status, headers: { ...headers, 'content-length': String(changed.length) }, body: changed };
};

/** A proxy that injects faults, in front of the service at `serviceUrl`. */
export const startFaultyServiceProxy = async (serviceUrl: string): Promise<FaultyServiceProxy> => {
  let plan: (sent: SentRequest) => ServiceFault = () => 'none';
  let requests: SentRequest[] = [];

  const applyFault = async (fault: ServiceFault, request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.destroy();
    if (typeof fault === 'number')
      return void response.writeHead(fault, { 'content-type': 'application/json' }).end('{"message":"injected"}');
    const { method, url, headers } = request;
    const sentHeaders = { ...headers, ...(fault === 'spoil' && { authorization: 'Bearer spoilt' }) };
    const relayed = await relayCall(serviceUrl, { method, url, headers: sentHeaders }, body);
    const isShortened = fault === 'expired' || fault === 'brief';
    const sent = isShortened ? withExpiration(relayed, expirationOf(fault)) : relayed;
    if (fault === 'lose') return void response.destroy();
    response.writeHead(sent.status, sent.headers);
    if (fault === 'cut') response.write(sent.body.subarray(0, 10), () => response.destroy());
    else response.end(sent.body);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const line = `${request.method} ${request.url}`;
    const earlierRequests = requests.filter((other) => other.line === line).length;
    const sent = { line, earlierRequests, headers: request.headers, body: body.toString() };
    requests.push(sent);
    await applyFault(plan(sent), request, response, body);
  };

  return {
    ...(await serve(handle)),
    inject: (next) => {
      plan = next;
      requests = [];
    },
    sent: () => requests,
  };
};
