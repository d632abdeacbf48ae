import { join } from 'node:path';
import { localTableNames } from '../../../../shared/local-service.ts';
import { routes } from '../../../../shared/routes.ts';
import { bookingsOfDay } from '../harness/book.ts';
import { bulkLoad, toBookingItem, toUserItem } from '../harness/bulk-load.ts';
import { assertConformance, type Ask } from '../harness/conformance.ts';
import { interleave } from '../harness/interleave.ts';
import type { LoadRequest } from '../harness/load-client.ts';
import { runLoad, startLoadClient } from '../harness/load.ts';
import { compare, type Measure, type Row } from '../harness/row.ts';
import type { Samples } from '../harness/samples.ts';
import { HOUR, MOMENT, openServiceWorld, type ServiceWorld } from '../harness/service-world.ts';
import { startSubject, type Subject } from '../harness/subject.ts';

const ROUNDS = 5;
const CONNECTIONS = 10;
/** Requests of a round: each checks in bookings that no other request checks in. */
const REQUESTS = 300;
/** Requests for a user with a long history, whose days are checked in one after the other. */
const LONG_REQUESTS = 60;
/** Days before and after those that are checked in, two bookings each. */
const HISTORY_DAYS = 1_000;
const DAY = 24 * HOUR;

interface CheckinServer {
  readonly name: string;
  readonly subject: Subject;
  readonly url: string;
  readonly accessToken: string;
  /** The id of the first user that only this server checks in. */
  readonly firstUserId: number;
}

const roundsWithWarmUp = Array.from({ length: ROUNDS + 1 }, (_, round) => round);
const longUserOf = ({ firstUserId }: CheckinServer): number => firstUserId + (ROUNDS + 1) * REQUESTS;

function* usersOf(server: CheckinServer): Generator<number> {
  for (let userId = server.firstUserId; userId <= longUserOf(server); userId += 1) yield userId;
}

function* bookingsOf(companyId: string, server: CheckinServer) {
  for (const userId of usersOf(server)) yield* bookingsOfDay(companyId, userId, 0);
  const lastDay = (ROUNDS + 1) * LONG_REQUESTS + HISTORY_DAYS;
  for (let day = -HISTORY_DAYS; day < lastDay; day += 1) {
    if (day !== 0) yield* bookingsOfDay(companyId, longUserOf(server), day);
  }
}

const load = async ({ credentials }: ServiceWorld, server: CheckinServer): Promise<void> => {
  const { companyId } = credentials;
  await bulkLoad(
    localTableNames.users,
    [...usersOf(server)].map((userId) => toUserItem(companyId, userId)),
  );
  await bulkLoad(localTableNames.bookings, [...bookingsOf(companyId, server)].map(toBookingItem));
};

const openOurs = async ({ service, logIn }: ServiceWorld): Promise<CheckinServer> => {
  const url = await service.ask<string>('url');
  return { name: 'ours', subject: service, url, firstUserId: 1_000, accessToken: (await logIn()).accessToken };
};

const openExpress = async ({ engine, credentials }: ServiceWorld): Promise<CheckinServer> => {
  const module = join(import.meta.dirname, '../peers/express-dynamodb/serve.ts');
  const subject = await startSubject(module, { ...engine.environment, NODE_ENV: 'production' });
  const { clientId, companyId } = credentials;
  const accessToken = await subject.ask<string>('token', { clientId, companyId });
  return { name: 'Express', subject, url: await subject.ask<string>('url'), firstUserId: 1_000_000, accessToken };
};

const askOver =
  ({ url }: CheckinServer): Ask =>
  async (headers, body) => {
    const answer = await fetch(url + routes.checkin.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { statusCode: answer.status, body: await answer.text() };
  };

const toRequest = ({ accessToken }: CheckinServer, id: number, at: number): LoadRequest => ({
  headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
  body: JSON.stringify({ id, date: new Date(at).toISOString() }),
});

const shortRequests = (server: CheckinServer, round: number): LoadRequest[] =>
  Array.from({ length: REQUESTS }, (_, index) =>
    toRequest(server, server.firstUserId + round * REQUESTS + index, MOMENT),
  );

const longRequests = (server: CheckinServer, round: number): LoadRequest[] =>
  Array.from({ length: LONG_REQUESTS }, (_, index) =>
    toRequest(server, longUserOf(server), MOMENT + (round * LONG_REQUESTS + index) * DAY),
  );

type Requests = (server: CheckinServer, round: number) => LoadRequest[];

const timeAll = async (servers: readonly CheckinServer[]): Promise<Record<string, Samples>> => {
  const client = await startLoadClient();
  const makeTurn = (server: CheckinServer, requests: Requests) => {
    const rounds = roundsWithWarmUp.values();
    return async (): Promise<number> => {
      const round = rounds.next().value as number;
      const target = { url: server.url + routes.checkin.path, method: 'POST', expectedStatus: 200 } as const;
      const load = { ...target, connections: CONNECTIONS, requests: requests(server, round) };
      return (await runLoad(client, server.subject, load)).requestsASecond;
    };
  };
  const turns = servers.flatMap((server) => [
    [server.name, makeTurn(server, shortRequests)] as const,
    [`${server.name}, long history`, makeTurn(server, longRequests)] as const,
  ]);
  try {
    return await interleave(Object.fromEntries(turns), ROUNDS);
  } finally {
    await client.stop();
  }
};

const LONG = `${2 * HISTORY_DAYS} past and as many future bookings`;

const toRows = (times: Record<string, Samples>): Row[] => {
  const [short, long] = [times['ours'], times['ours, long history']] as [Samples, Samples];
  const [express, longExpress] = [times['Express'], times['Express, long history']] as [Samples, Samples];
  const rate = { unit: '/s', peerName: 'Express' };
  return [
    compare({
      ...rate,
      what: 'check-in over HTTP, requests a second',
      ours: short,
      peer: express,
      limit: { relation: '>=', value: 0.95 },
    }),
    compare({
      ...rate,
      what: `the same, ${LONG}`,
      ours: long,
      peer: longExpress,
      limit: { relation: '>=', value: 1.2 },
    }),
    compare({
      ...rate,
      what: `the same, ${LONG}: flat`,
      ours: long,
      peerName: 'ours without history',
      peer: short,
      limit: { relation: '>=', value: 0.9 },
    }),
  ];
};

export const measure: Measure = {
  describes: 'check-in over HTTP, against a plain Express version of it on the same engine, with and without history',
  seconds: 45,
  run: async () => {
    const world = await openServiceWorld({ isMetered: false });
    const servers = [await openOurs(world)];
    try {
      servers.push(await openExpress(world));
      for (const server of servers) {
        await assertConformance(server.name, askOver(server), world, server.accessToken);
        await load(world, server);
      }
      return toRows(await timeAll(servers));
    } finally {
      for (const { subject } of servers.slice(1)) await subject.stop();
      await world.stop();
    }
  },
};
