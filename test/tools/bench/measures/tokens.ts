import { routes } from '../../../../shared/routes.ts';
import { atMost, compare, type Goal, type Measure, type Row } from '../harness/figures.ts';
import { bearer, sendAll, type Request } from '../harness/load.ts';
import type { Server } from '../harness/process.ts';
import { inWorld, type World } from '../harness/world.ts';

const ROUNDS = 5;
const REQUESTS = 300;
/** The first requests of a process pay for compiling its code. */
const WARM_UP = 1_500;

type Operation = 'log-in' | 'refresh';

/** What to expect from a token server to compare with. The goals are for our processor time in proportion to the peer's. */
interface Peer extends Readonly<Record<Operation, Goal>> {
  /** The status of a log-in with a wrong secret. Default: 401. */
  readonly refusal?: number;
}

/** A token server and its requests. The requests to different servers differ only in form. */
interface TokenServer extends Server {
  readonly name: string;
  readonly logIn: (secret?: string) => Request;
  readonly refresh: (token: string) => Request;
}

const toOurServer = ({ service, client }: World): TokenServer => {
  const { clientId, clientSecret } = client;
  return {
    ...service,
    name: 'ours',
    logIn: (secret = clientSecret) => ({
      ...routes.auth,
      headers: {},
      body: JSON.stringify({ clientId, clientSecret: secret }),
      status: secret === clientSecret ? 201 : 401,
    }),
    refresh: (token) => ({ ...routes.refresh, headers: bearer(token), status: 200 }),
  };
};

const toPeerServer = (name: string, { refusal = 401 }: Peer, server: Server, { client }: World): TokenServer => {
  const request = (parameters: Record<string, string>, status = 200): Request => ({
    method: 'POST',
    path: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      ...parameters,
    }).toString(),
    status,
  });
  return {
    ...server,
    name,
    logIn: (secret) =>
      request({ grant_type: 'urn:bench:log-in', ...(secret && { client_secret: secret }) }, secret ? refusal : 200),
    refresh: (token) => request({ grant_type: 'refresh_token', refresh_token: token }),
  };
};

const repeat = (request: Request, count: number): Request[] => Array.from({ length: count }, () => request);

/** @throws Error if a response has no refresh token, or its access token is not a JWT */
const refreshTokensIn = ({ name }: TokenServer, bodies: readonly string[]): string[] =>
  bodies.map((body) => {
    const answer = JSON.parse(body) as Record<string, string>;
    const access = answer['accessToken'] ?? answer['access_token'] ?? '';
    const refresh = answer['refreshToken'] ?? answer['refresh_token'];
    if (access.split('.').length !== 3 || refresh === undefined) throw new Error(`${name} responded ${body}`);
    return refresh;
  });

/** The processor time in each round, in microseconds per request. */
type Cpu = Record<Operation, number[]>;

/** Runs a round: log-ins, and then refreshes with the tokens that the log-ins returned. */
const runRound = async (server: TokenServer, count: number): Promise<Record<Operation, number>> => {
  const logIns = await sendAll(server, repeat(server.logIn(), count));
  const tokens = refreshTokensIn(server, logIns.bodies);
  const refreshes = await sendAll(server, tokens.map(server.refresh));
  refreshTokensIn(server, refreshes.bodies);
  return { 'log-in': logIns.cpu, refresh: refreshes.cpu };
};

/** The keys are the names of the modules in `peers/`. */
const peers: Readonly<Record<string, Peer>> = {
  'oidc-provider': { 'log-in': atMost(1), refresh: atMost(0.67) },
  'oauth2-server': { refusal: 400, 'log-in': atMost(1), refresh: atMost(1) },
  floor: { 'log-in': atMost(1.35), refresh: atMost(1.35) },
};

const toRows = (times: ReadonlyMap<string, Cpu>): Row[] =>
  (['log-in', 'refresh'] as const).flatMap((operation) =>
    Object.entries(peers).map(([peer, { [operation]: goal }]) => {
      const [ours, theirs] = ['ours', peer].map((name) => (times.get(name) as Cpu)[operation]) as [number[], number[]];
      return compare({ what: operation, unit: 'µs', ours, peer, theirs, goal });
    }),
  );

export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const servers = [toOurServer(world)];
    for (const [name, peer] of Object.entries(peers)) servers.push(toPeerServer(name, peer, await start(name), world));
    const all = new Map<string, Cpu>(servers.map(({ name }) => [name, { 'log-in': [], refresh: [] }]));
    for (const server of servers) {
      await sendAll(server, [server.logIn('wrong')]);
      await runRound(server, WARM_UP);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers) {
        const cpu = await runRound(server, REQUESTS);
        for (const operation of ['log-in', 'refresh'] as const) all.get(server.name)?.[operation].push(cpu[operation]);
      }
    }
    return toRows(all);
  });
