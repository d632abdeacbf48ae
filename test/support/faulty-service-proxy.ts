import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../lib/local/listen.ts';
import { stopServer } from '../../lib/local/stop-server.ts';

/**
 * What happens to a request on its way: `lose` lets the service answer and cuts the connection before the caller has it,
 * `cut` lets half of the answer through, `hang` never answers, `spoil` makes the token a wrong one, and a number is what
 * the gateway answers by itself. `expired` and `brief` let a token set say that its access token has expired, or that it does
 * in 4 seconds: then no test has to wait for one that lives for an hour, or to be quick with one that lives for seconds.
 */
export type ServiceFault = 'none' | 'reset' | 'lose' | 'cut' | 'hang' | 'spoil' | 'expired' | 'brief' | 408 | 429 | 503;

export interface Sent {
  readonly line: string;
  /** The number of earlier requests of the same kind. */
  readonly before: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FaultyServiceProxy {
  readonly url: string;
  /** Sets the fault of every later request; the list of requests starts again. */
  inject(plan: (sent: Sent) => ServiceFault): void;
  /** The requests since then, such as `POST /auth`. */
  sent(): readonly Sent[];
  stop(): Promise<void>;
}

interface Relayed {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const ask = (url: string, { method = '', headers }: IncomingMessage, path: string, body: Buffer, isSpoilt: boolean) =>
  new Promise<Relayed>((resolve, reject) => {
    const spoilt = isSpoilt && { authorization: 'Bearer spoilt' };
    const onward = forward(url + path, { method, headers: { ...headers, ...spoilt } }, (answer) => {
      const relay = (bytes: Buffer) =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes });
      buffer(answer).then(relay, reject);
    });
    onward.on('error', reject).end(body);
  });

const BRIEF_MILLISECONDS = 4_000;

/** Whole seconds, as the service has them. */
const expirationOf = (fault: 'expired' | 'brief'): number =>
  fault === 'expired' ? 0 : Math.floor(Date.now() / 1000) * 1000 + BRIEF_MILLISECONDS;

const withExpiration = ({ status, headers, body }: Relayed, accessTokenExpiration: number): Relayed => {
  const changed = Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), accessTokenExpiration }));
  return { status, headers: { ...headers, 'content-length': String(changed.length) }, body: changed };
};

/** A proxy that injects faults, in front of the service at `serviceUrl`. */
export const startFaultyServiceProxy = async (serviceUrl: string): Promise<FaultyServiceProxy> => {
  let plan: (sent: Sent) => ServiceFault = () => 'none';
  let all: Sent[] = [];

  const suffer = async (fault: ServiceFault, request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.destroy();
    if (typeof fault === 'number')
      return void response.writeHead(fault, { 'content-type': 'application/json' }).end('{"message":"injected"}');
    const relayed = await ask(serviceUrl, request, request.url ?? '', body, fault === 'spoil');
    const isShortened = fault === 'expired' || fault === 'brief';
    const answer = isShortened ? withExpiration(relayed, expirationOf(fault)) : relayed;
    if (fault === 'lose') return void response.destroy();
    response.writeHead(answer.status, answer.headers);
    if (fault === 'cut') response.write(answer.body.subarray(0, 10), () => response.destroy());
    else response.end(answer.body);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const line = `${request.method} ${request.url}`;
    const before = all.filter((other) => other.line === line).length;
    const sent = { line, before, headers: request.headers, body: body.toString() };
    all.push(sent);
    await suffer(plan(sent), request, response, body);
  };

  const server = createServer((request, response) => {
    // The service itself may close a connection.
    serve(request, response).catch(() => response.destroy());
  });
  const url = await listen(server, 'PORT', 0);
  return {
    url,
    inject: (next) => {
      plan = next;
      all = [];
    },
    sent: () => all,
    stop: () => stopServer(server, 0),
  };
};
