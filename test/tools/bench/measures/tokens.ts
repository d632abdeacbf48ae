import { join } from 'node:path';
import pMap from 'p-map';
import { routes } from '../../../../shared/routes.ts';
import { interleave } from '../harness/interleave.ts';
import type { Load } from '../harness/load-client.ts';
import { runLoad, startLoadClient, type LoadResult } from '../harness/load.ts';
import { compare, type Measure, type Row } from '../harness/row.ts';
import { summarise, type Samples } from '../harness/samples.ts';
import { openServiceWorld, type Credentials, type ServiceWorld } from '../harness/service-world.ts';
import { startSubject, type Subject } from '../harness/subject.ts';

const ROUNDS = 9;
const REQUESTS = 600;
const CONNECTIONS = 10;

type OperationName = 'POST /auth' | 'refresh';
type RequestSet = Pick<Load, 'url' | 'method' | 'requests' | 'expectedStatus'>;

/** A server of tokens, and the requests that it is asked with: the same for what they are about. */
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
    logIn: (secret = clientSecret) => toSet([toRequest({ grant_type: 'client_credentials', client_secret: secret })]),
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

/** @throws Error where a server does not do what it is timed for. */
const assertConformance = async ({ name, logIn, refresh }: TokenServer): Promise<void> => {
  const assert = (holds: unknown, what: string, answer: object): void => {
    if (!holds) throw new Error(`${name} does not conform (${what}): ${JSON.stringify(answer)}`);
  };
  const good = await send(logIn());
  assert(good.status === logIn().expectedStatus && tokensIn(good.body)['access'], 'gives a token', good);
  const wrong = await send(logIn('wrong'));
  assert(wrong.status === 401 || wrong.status === 400, 'refuses a wrong secret', wrong);
  const refreshed = await send(await refresh(1));
  const { access, refresh: next } = tokensIn(refreshed.body);
  assert(refreshed.status === 200 && access && next, 'gives a new refresh token', refreshed);
};

const runOnce = async (client: Subject, server: TokenServer, operation: OperationName): Promise<LoadResult> => {
  const set = operation === 'refresh' ? await server.refresh(REQUESTS) : server.logIn();
  const requests = operation === 'refresh' ? set.requests : repeat(set.requests[0] as Load['requests'][0], REQUESTS);
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

const goals: Readonly<Record<string, number>> = { 'oidc-provider': 1.5, '@node-oauth/oauth2-server': 1.2 };

const toRows = (operation: OperationName, figures: ReadonlyMap<string, Figures>): Row[] => {
  const ours = figures.get('ours') as Figures;
  return Object.entries(goals).flatMap(([peerName, value]) => {
    const peer = figures.get(peerName) as Figures;
    return [
      compare({
        what: `${operation}, requests a second`,
        unit: '/s',
        ours: ours.rate,
        peerName,
        peer: peer.rate,
        limit: { relation: '>=', value },
      }),
      compare({
        what: `${operation}, CPU a request`,
        unit: 'µs',
        ours: ours.cpu,
        peerName,
        peer: peer.cpu,
        limit: { relation: '<=', value: 1 / value },
      }),
    ];
  });
};

export const measure: Measure = {
  describes: 'POST /auth and refresh over HTTP, against oidc-provider and @node-oauth/oauth2-server on the same engine',
  run: async () => {
    const world = await openServiceWorld({ isMetered: false });
    const { engine, credentials } = world;
    const servers: TokenServer[] = [await openOurs(world)];
    try {
      servers.push(await openPeer('oidc-provider', 'oidc-provider', engine.environment, credentials));
      servers.push(await openPeer('@node-oauth/oauth2-server', 'oauth2-server', engine.environment, credentials));
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
