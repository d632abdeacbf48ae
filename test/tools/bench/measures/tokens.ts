import { join } from 'node:path';
import pMap from 'p-map';
import { routes } from '../../../../shared/routes.ts';
import { interleave } from '../harness/interleave.ts';
import type { Load } from '../harness/load-client.ts';
import { runLoad, startLoadClient, type LoadResult } from '../harness/load.ts';
import { compare, type Limit, type Measure, type Row } from '../harness/row.ts';
import { summarise, type Samples } from '../harness/samples.ts';
import { openServiceWorld, type Credentials, type ServiceWorld } from '../harness/service-world.ts';
import { startSubject, type Subject } from '../harness/subject.ts';
import { PEER_LOGIN } from '../harness/token-server.ts';

const ROUNDS = 5;
const REQUESTS = 300;
/** Requests to each server before it is timed: the first ones pay for compiling its code. */
const WARM_UP_REQUESTS = 700;
const CONNECTIONS = 10;

type OperationName = 'POST /auth' | 'refresh';
type RequestSet = Pick<Load, 'url' | 'method' | 'requests' | 'expectedStatus'>;

/** A token server, and its requests: they differ only in form. */
interface TokenServer {
  readonly name: string;
  readonly subject: Subject;
  readonly logIn: (clientSecret?: string) => RequestSet;
  readonly refresh: (count: number) => Promise<RequestSet>;
}

const repeat = <Item>(item: Item, count: number): Item[] => Array.from({ length: count }, () => item);

const openOurs = async ({ service, credentials, logIn }: ServiceWorld): Promise<TokenServer> => {
  const url = await service.ask<string>('url');
  const { clientId, clientSecret } = credentials;
  const json = { 'content-type': 'application/json' };
  return {
    name: 'ours',
    subject: service,
    logIn: (secret = clientSecret) => ({
      ...routes.auth,
      url: url + routes.auth.path,
      requests: [{ headers: json, body: JSON.stringify({ clientId, clientSecret: secret }) }],
      expectedStatus: 201,
    }),
    async refresh(count) {
      const sets = await pMap(repeat(undefined, count), logIn, { concurrency: 16 });
      const requests = sets.map(({ refreshToken }) => ({ headers: { authorization: `Bearer ${refreshToken}` } }));
      return { ...routes.refresh, url: url + routes.refresh.path, requests, expectedStatus: 200 };
    },
  };
};

const openPeer = async (
  name: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
  { clientId, clientSecret }: Credentials,
): Promise<TokenServer> => {
  const module = join(import.meta.dirname, '../peers', folder, 'serve.ts');
  const subject = await startSubject(module, { ...environment, NODE_ENV: 'production' });
  await subject.ask('register', { clientId, clientSecret });
  const url = await subject.ask<string>('url');
  const toRequest = (parameters: Record<string, string>) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...parameters }).toString(),
  });
  const toSet = (requests: Load['requests']): RequestSet => ({ url, method: 'POST', requests, expectedStatus: 200 });
  return {
    name,
    subject,
    logIn: (secret = clientSecret) => toSet([toRequest({ grant_type: PEER_LOGIN, client_secret: secret })]),
    async refresh(count) {
      const tokens = await subject.ask<string[]>('makeRefreshTokens', count);
      return toSet(tokens.map((refresh_token) => toRequest({ grant_type: 'refresh_token', refresh_token })));
    },
  };
};

const send = async ({ url, method, requests }: RequestSet): Promise<{ status: number; body: string }> => {
  const [request] = requests;
  const answer = await fetch(url, { method, ...request });
  return { status: answer.status, body: await answer.text() };
};

const tokensIn = (body: string): Record<string, string | undefined> => {
  const answer = JSON.parse(body) as Record<string, string>;
  return {
    access: answer['accessToken'] ?? answer['access_token'],
    refresh: answer['refreshToken'] ?? answer['refresh_token'],
  };
};

const isJwt = (token: string | undefined): boolean => token?.split('.').length === 3;

/** @throws Error if a server does not conform: log-in and refresh must each return a JWT and a refresh token */
const assertConformance = async ({ name, logIn, refresh }: TokenServer): Promise<void> => {
  const assert = (holds: unknown, what: string, answer: object): void => {
    if (!holds) throw new Error(`${name} does not conform (${what}): ${JSON.stringify(answer)}`);
  };
  const good = await send(logIn());
  const first = tokensIn(good.body);
  assert(good.status === logIn().expectedStatus && isJwt(first.access) && first.refresh, 'logs in', good);
  const wrong = await send(logIn('wrong'));
  assert(wrong.status === 401 || wrong.status === 400, 'refuses a wrong secret', wrong);
  const refreshed = await send(await refresh(1));
  const next = tokensIn(refreshed.body);
  assert(refreshed.status === 200 && isJwt(next.access) && next.refresh, 'gives the next tokens', refreshed);
};

const runOnce = async (
  client: Subject,
  server: TokenServer,
  operation: OperationName,
  count = REQUESTS,
): Promise<LoadResult> => {
  const set = operation === 'refresh' ? await server.refresh(count) : server.logIn();
  const requests = operation === 'refresh' ? set.requests : repeat(set.requests[0] as Load['requests'][0], count);
  return runLoad(client, server.subject, { ...set, requests, connections: CONNECTIONS });
};

interface Figures {
  readonly rate: Samples;
  readonly cpu: Samples;
}

const timeAll = async (servers: readonly TokenServer[], operation: OperationName): Promise<Map<string, Figures>> => {
  const client = await startLoadClient();
  const cpu = new Map<string, number[]>(servers.map(({ name }) => [name, []]));
  try {
    for (const server of servers) await runOnce(client, server, operation, WARM_UP_REQUESTS);
    const turns = servers.map((server) => {
      const turn = async (): Promise<number> => {
        const { requestsASecond, cpuMicroseconds } = await runOnce(client, server, operation);
        cpu.get(server.name)?.push(cpuMicroseconds);
        return requestsASecond;
      };
      return [server.name, turn] as const;
    });
    const rates = await interleave(Object.fromEntries(turns), ROUNDS);
    return new Map(
      servers.map(({ name }) => [
        name,
        { rate: rates[name] as Samples, cpu: summarise(cpu.get(name)?.slice(1) ?? []) },
      ]),
    );
  } finally {
    await client.stop();
  }
};

/** A library to compare with, and the goals: the share of its processor time and of its rate. */
interface Peer {
  readonly name: string;
  readonly folder: string;
  readonly limits: Readonly<Record<OperationName, { readonly rate?: Limit; readonly cpu?: Limit }>>;
}

const atLeast = (value: number): Limit => ({ relation: '>=', value });
const atMost = (value: number): Limit => ({ relation: '<=', value });

const peers: readonly Peer[] = [
  {
    name: 'oidc-provider',
    folder: 'oidc-provider',
    limits: { 'POST /auth': { rate: atLeast(0.95) }, refresh: { cpu: atMost(0.67) } },
  },
  {
    name: '@node-oauth/oauth2-server',
    folder: 'oauth2-server',
    limits: { 'POST /auth': { rate: atLeast(0.95) }, refresh: { cpu: atMost(0.83) } },
  },
  { name: 'node:http, SDK, jose', folder: 'floor', limits: { 'POST /auth': { cpu: atMost(1.25) }, refresh: {} } },
];

const toRows = (operation: OperationName, figures: ReadonlyMap<string, Figures>): Row[] => {
  const ours = figures.get('ours') as Figures;
  return peers.flatMap(({ name: peerName, limits }) => {
    const peer = figures.get(peerName) as Figures;
    const { rate, cpu } = limits[operation];
    return [
      compare({
        what: `${operation}, requests a second`,
        unit: '/s',
        ours: ours.rate,
        peerName,
        peer: peer.rate,
        ...(rate && { limit: rate }),
      }),
      compare({
        what: `${operation}, CPU a request`,
        unit: 'µs',
        ours: ours.cpu,
        peerName,
        peer: peer.cpu,
        ...(cpu && { limit: cpu }),
      }),
    ];
  });
};

export const measure: Measure = {
  describes: 'POST /auth and refresh over HTTP, against two libraries that do the same work and a hand-written floor',
  seconds: 110,
  run: async () => {
    const world = await openServiceWorld({ isMetered: false });
    const { engine, credentials } = world;
    const servers: TokenServer[] = [await openOurs(world)];
    try {
      for (const { name, folder } of peers) servers.push(await openPeer(name, folder, engine.environment, credentials));
      for (const server of servers) await assertConformance(server);
      const logIns = await timeAll(servers, 'POST /auth');
      const refreshes = await timeAll(servers, 'refresh');
      return [...toRows('POST /auth', logIns), ...toRows('refresh', refreshes)];
    } finally {
      for (const { subject } of servers.slice(1)) await subject.stop();
      await world.stop();
    }
  },
};
