import { routes } from '../../../../shared/routes.ts';
import { atLeast, atMost, compare, type Goal, type Measure, type Row } from '../harness/figures.ts';
import { bearer, sendAll, type Rate, type Request } from '../harness/load.ts';
import type { Server } from '../harness/process.ts';
import { inWorld, type World } from '../harness/world.ts';

const ROUNDS = 5;
const REQUESTS = 300;
/** The first requests of a process pay for compiling its code. */
const WARM_UP = 900;

type Operation = 'POST /auth' | 'refresh';

/** What is compared, by operation: requests a second, or the processor time of one. */
interface Peer extends Readonly<Record<Operation, { readonly rate?: Goal; readonly cpu?: Goal }>> {
  readonly name: string;
  /** The status of a log-in with a wrong secret (401). */
  readonly refusal?: number;
}

/** A token server, and its requests: they differ only in form. */
interface TokenServer extends Server {
  readonly name: string;
  readonly logIn: (secret?: string) => Request;
  readonly refresh: (token: string) => Request;
}

const toOurs = ({ service, client }: World): TokenServer => {
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

const toPeer = ({ name, refusal = 401 }: Peer, server: Server, { client }: World): TokenServer => {
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

/** @throws Error if a response has no JWT as access token or no refresh token */
const refreshTokensIn = ({ name }: TokenServer, bodies: readonly string[]): string[] =>
  bodies.map((body) => {
    const answer = JSON.parse(body) as Record<string, string>;
    const access = answer['accessToken'] ?? answer['access_token'] ?? '';
    const refresh = answer['refreshToken'] ?? answer['refresh_token'];
    if (access.split('.').length !== 3 || refresh === undefined) throw new Error(`${name} responded ${body}`);
    return refresh;
  });

type Rates = Record<Operation, Rate[]>;

/** A round: log-ins, and refreshes with the tokens that they returned. */
const runRound = async (server: TokenServer, count: number): Promise<Record<Operation, Rate>> => {
  const logIns = await sendAll(server, repeat(server.logIn(), count));
  const tokens = refreshTokensIn(server, logIns.bodies);
  const refreshes = await sendAll(server, tokens.map(server.refresh));
  refreshTokensIn(server, refreshes.bodies);
  return { 'POST /auth': logIns, refresh: refreshes };
};

const peers: Readonly<Record<string, Peer>> = {
  'oidc-provider': { name: 'oidc-provider', 'POST /auth': { rate: atLeast(0.95) }, refresh: { cpu: atMost(0.67) } },
  'oauth2-server': {
    name: '@node-oauth/oauth2-server',
    refusal: 400,
    'POST /auth': { rate: atLeast(0.95) },
    refresh: { cpu: atMost(0.83) },
  },
  floor: { name: 'node:http, SDK, jose', 'POST /auth': { cpu: atMost(1.25) }, refresh: { cpu: atMost(1.35) } },
};

const toRows = (all: ReadonlyMap<string, Rates>): Row[] => {
  const ours = all.get('ours') as Rates;
  const rowsOf = (operation: Operation, { name: peer, [operation]: { rate, cpu } }: Peer): Row[] => {
    const theirs = (all.get(peer) as Rates)[operation];
    const against = (what: string, unit: string, pick: (rate: Rate) => number, goal: Goal) =>
      compare({
        what: `${operation}, ${what}`,
        unit,
        ours: ours[operation].map(pick),
        peer,
        peers: theirs.map(pick),
        goal,
      });
    return [
      ...(rate ? [against('requests a second', '/s', ({ perSecond }) => perSecond, rate)] : []),
      ...(cpu ? [against('CPU a request', 'µs', (one) => one.cpu, cpu)] : []),
    ];
  };
  return (['POST /auth', 'refresh'] as const).flatMap((operation) =>
    Object.values(peers).flatMap((peer) => rowsOf(operation, peer)),
  );
};

export const measure: Measure = () =>
  inWorld(async (world, start) => {
    const servers = [toOurs(world)];
    for (const [module, peer] of Object.entries(peers)) servers.push(toPeer(peer, await start(module), world));
    const all = new Map<string, Rates>(servers.map(({ name }) => [name, { 'POST /auth': [], refresh: [] }]));
    for (const server of servers) {
      await sendAll(server, [server.logIn('wrong')]);
      await runRound(server, WARM_UP);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers) {
        const rates = await runRound(server, REQUESTS);
        const of = all.get(server.name) as Rates;
        of['POST /auth'].push(rates['POST /auth']);
        of.refresh.push(rates.refresh);
      }
    }
    return toRows(all);
  });
