import { routes } from '../../../../shared/routes.ts';
import { compare, interleave, type Measure } from '../harness/figures.ts';
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
interface TokenServer {
  readonly server: Server;
  readonly logIn: Request;
  readonly refresh: (token: string) => Request;
}

const toOurServer = ({ service, client: { clientId, clientSecret } }: World): TokenServer => ({
  server: service,
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
    server,
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

/** A server that did less could be faster, so it must reject a wrong secret, and a peer each second use of a refresh token. */
const checkRejections = async ({ server, logIn, refresh }: TokenServer, secret: string, isPeer: boolean) => {
  const wrong = { ...logIn, body: logIn.body?.replace(secret, 'wrong') ?? '' };
  const [token] = refreshTokensIn((await sendAll(server, [logIn])).bodies) as [string];
  await sendAll(server, [refresh(token)]);
  // The service accepts a used refresh token for a grace period.
  for (const request of [wrong, ...(isPeer ? [refresh(token)] : [])]) {
    const error = await sendAll(server, [request]).then(() => 'no error', String);
    if (!/got 40[01]/.test(error)) throw new Error(`${server.url} does not reject ${request.body}: ${error}`);
  }
};

/** Runs log-ins, and then refreshes with their tokens. @returns the processor time in microseconds per request */
const runRound = async ({ server, logIn, refresh }: TokenServer, count: number): Promise<Record<Operation, number>> => {
  const logIns = await sendAll(server, Array<Request>(count).fill(logIn));
  const refreshes = await sendAll(server, refreshTokensIn(logIns.bodies).map(refresh));
  refreshTokensIn(refreshes.bodies);
  return { 'log-in': logIns.cpu, refresh: refreshes.cpu };
};

export const measure: Measure = () =>
  inWorld(async (world) => {
    const servers: Record<string, TokenServer> = { ours: toOurServer(world) };
    for (const name of Object.keys(peers)) servers[name] = toPeerServer(await world.startPeer(name), world);
    const subjects: Record<string, () => ReturnType<typeof runRound>> = {};
    for (const [name, server] of Object.entries(servers)) {
      await checkRejections(server, world.client.clientSecret, name in peers);
      await runRound(server, WARM_UP);
      subjects[name] = () => runRound(server, REQUESTS);
    }
    const { ours = [], ...others } = await interleave(subjects, ROUNDS);
    return operations.flatMap((what) =>
      Object.entries(others).map(([peer, theirs]) => {
        const [own, their] = [ours, theirs].map((rounds) => rounds.map((times) => times[what])) as [number[], number[]];
        return compare({ what, unit: 'µs', ours: own, peer, theirs: their, goal: peers[peer]?.[what] ?? 1 });
      }),
    );
  });
