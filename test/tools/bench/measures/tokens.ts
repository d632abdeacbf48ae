import { routes } from '../../../../shared/routes.ts';
import { compare, type Measure } from '../harness/figures.ts';
import { bearer, sendAll, type Request } from '../harness/load.ts';
import type { Server } from '../harness/process.ts';
import { inWorld, type World } from '../harness/world.ts';

const ROUNDS = 5;
const REQUESTS = 300;
/** The first requests of a process pay for compiling its code. */
const WARM_UP = 1_500;

const operations = ['log-in', 'refresh'] as const;
type Operation = (typeof operations)[number];

/** The modules in `peers/`, with the goals for our processor time in proportion to theirs. */
const peers: Readonly<Record<string, Readonly<Record<Operation, number>>>> = {
  'oidc-provider': { 'log-in': 1.1, refresh: 0.67 },
  'oauth2-server': { 'log-in': 1.1, refresh: 1 },
};

/** A token server and its requests. The requests to different servers differ only in form. */
interface TokenServer extends Server {
  readonly logIn: Request;
  readonly refresh: (token: string) => Request;
}

const toOurServer = ({ service, client: { clientId, clientSecret } }: World): TokenServer => ({
  ...service,
  logIn: { ...routes.auth, headers: {}, body: JSON.stringify({ clientId, clientSecret }), status: 201 },
  refresh: (token) => ({ ...routes.refresh, headers: bearer(token), status: 200 }),
});

const toPeerServer = (server: Server, { client }: World): TokenServer => {
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
  const request = (parameters: Record<string, string>): Request => ({
    method: 'POST',
    path: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...credentials, ...parameters }).toString(),
    status: 200,
  });
  return {
    ...server,
    logIn: request({ grant_type: 'urn:bench:log-in' }),
    refresh: (token) => request({ grant_type: 'refresh_token', refresh_token: token }),
  };
};

/** @throws Error if a response has no refresh token, or its access token is not a JWT */
const refreshTokensIn = (bodies: readonly string[]): string[] =>
  bodies.map((body) => {
    const answer = JSON.parse(body) as Record<string, string>;
    const access = answer['accessToken'] ?? answer['access_token'] ?? '';
    const refresh = answer['refreshToken'] ?? answer['refresh_token'];
    if (access.split('.').length !== 3 || refresh === undefined) throw new Error(`unexpected response: ${body}`);
    return refresh;
  });

const expectRejection = async (server: Server, request: Request): Promise<void> => {
  const error = await sendAll(server, [request]).then(() => undefined, String);
  if (!/got 40[01]/.test(error ?? '')) throw new Error(`${server.url} does not reject ${request.body}: ${error}`);
};

/** A server that did less could be faster, so it must reject a wrong secret. A peer also rejects each second use of a token. */
const checkRejections = async (server: TokenServer, secret: string, isPeer: boolean): Promise<void> => {
  await expectRejection(server, { ...server.logIn, body: server.logIn.body?.replace(secret, 'wrong') ?? '' });
  // The service accepts a used refresh token for a grace period, so it does no less.
  if (!isPeer) return;
  const { bodies } = await sendAll(server, [server.logIn]);
  const refresh = server.refresh(refreshTokensIn(bodies)[0] as string);
  await sendAll(server, [refresh]);
  await expectRejection(server, refresh);
};

/** Runs log-ins, and then refreshes with their tokens. @returns the processor time in microseconds per request */
const runRound = async (server: TokenServer, count: number): Promise<Record<Operation, number>> => {
  const logIns = await sendAll(server, Array<Request>(count).fill(server.logIn));
  const refreshes = await sendAll(server, refreshTokensIn(logIns.bodies).map(server.refresh));
  refreshTokensIn(refreshes.bodies);
  return { 'log-in': logIns.cpu, refresh: refreshes.cpu };
};

export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const servers = new Map([['ours', toOurServer(world)]]);
    for (const name of Object.keys(peers)) servers.set(name, toPeerServer(await start(name), world));
    for (const [name, server] of servers) {
      await checkRejections(server, world.client.clientSecret, name in peers);
      await runRound(server, WARM_UP);
    }
    const rounds: Record<string, Record<Operation, number>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const times: (typeof rounds)[number] = {};
      for (const [name, server] of servers) times[name] = await runRound(server, REQUESTS);
      rounds.push(times);
    }
    const timesOf = (name: string, operation: Operation) => rounds.map((times) => times[name]?.[operation] ?? 0);
    return operations.flatMap((operation) =>
      Object.entries(peers).map(([peer, { [operation]: goal }]) => {
        const [ours, theirs] = [timesOf('ours', operation), timesOf(peer, operation)];
        return compare({ what: operation, unit: 'µs', ours, peer, theirs, goal });
      }),
    );
  });
