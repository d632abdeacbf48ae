import { randomBytes } from 'node:crypto';
import pMap from 'p-map';
import { functionEnvironment } from '../../../../lib/local/function-environment.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { defaultLifetimes, variableOf } from '../../../../shared/settings.ts';
import { createTestClient, logIn, type TestClient } from '../../../support/running-service.ts';
import { usePatientDeadlines } from '../../../support/patient-deadlines.ts';
import { createTestStores, type TestStores } from '../../../support/test-stores.ts';
import { startServer, type Server } from './process.ts';

const HOUR = 60 * 60_000;

/** The date of all check-ins in the bench. */
export const CHECKIN_AT = Date.UTC(2026, 10, 21, 8);

/** Returns bookings of a desk and a parking place, both open at {@link CHECKIN_AT}. */
const bookingsOf = (companyId: string, userId: number): Booking[] =>
  (['position', 'parking'] as const).map((kind, index) => ({
    user: { companyId, userId },
    bookingId: kind,
    kind,
    name: `Place ${userId}`,
    checkinOpensAt: CHECKIN_AT - HOUR,
    noShowAt: CHECKIN_AT + 2 * HOUR + index,
    openSince: 0,
  }));

/** The service and its database, each in a process of its own, with an API client. */
export interface World {
  /** Environment variables of a function, and of anything that uses the same database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly service: Server;
  readonly stores: TestStores;
  readonly client: TestClient;
  /** An access token of the client. */
  readonly token: string;
  /** Creates new users with bookings. @returns the ids of the users */
  addUsers(count: number): Promise<number[]>;
}

/** Runs a benchmark, and stops everything afterwards. */
export const inWorld = async <Result>(
  run: (
    world: World,
    start: (name: string, more?: Readonly<Record<string, string>>) => Promise<Server>,
  ) => Promise<Result>,
): Promise<Result> => {
  const account = {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: randomBytes(8).toString('hex'),
  };
  const servers: Server[] = [];
  usePatientDeadlines();
  const start = async (name: string, environment: Readonly<Record<string, string>>): Promise<Server> => {
    const server = await startServer(name, { ...account, ...environment });
    servers.push(server);
    return server;
  };
  try {
    const { url: databaseUrl } = await start('engine', {});
    const service = await start('service', { AWS_ENDPOINT_URL_DYNAMODB: databaseUrl });
    const endpoints = { databaseUrl, secretsUrl: databaseUrl };
    const environment = {
      ...functionEnvironment(defaultLifetimes, endpoints, account),
      [variableOf('tokenIssuer')]: service.url,
      ...account,
    };
    const stores = createTestStores(databaseUrl);
    const client = await createTestClient(stores, 'acme');
    const { accessToken: token } = await logIn(service.url, client);
    let lastUserId = 0;
    const world: World = {
      environment,
      service,
      stores,
      client,
      token,
      async addUsers(count) {
        const { companyId } = client;
        const ids = Array.from({ length: count }, () => (lastUserId += 1));
        await pMap(ids, (id) => stores.users.save({ companyId, id }), { concurrency: 16 });
        await stores.createBookings(ids.flatMap((id) => bookingsOf(companyId, id)));
        return ids;
      },
    };
    const clientVariables = { BENCH_CLIENT_ID: client.clientId, BENCH_CLIENT_SECRET: client.clientSecret };
    return await run(world, (name, more) => start(name, { ...environment, ...clientVariables, ...more })).finally(() =>
      stores.close(),
    );
  } finally {
    for (const server of servers) await server.stop();
  }
};
