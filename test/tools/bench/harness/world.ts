import { randomBytes } from 'node:crypto';
import pMap from 'p-map';
import { functionEnvironment } from '../../../../lib/local/function-environment.ts';
import { HOUR } from '../../../../shared/domain/instant.ts';
import { defaultLifetimes, variableOf } from '../../../../shared/settings.ts';
import { createTestClient, logIn, type TestClient } from '../../../support/running-service.ts';
import { usePatientDeadlines } from '../../../support/patient-deadlines.ts';
import { createTestStores } from '../../../support/test-stores.ts';
import { startServer, type Server } from './process.ts';

/** The date of all check-ins in the bench. */
export const CHECKIN_AT = Date.UTC(2026, 10, 21, 8);

/** The service and its database, each in a separate process, with an API client. */
export interface World {
  /** Environment variables of a function, and of anything that uses the same database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly service: Server;
  readonly client: TestClient;
  /** An access token of the client. */
  readonly token: string;
  /** Creates new users, each with a desk and a parking place at {@link CHECKIN_AT}. @returns their ids */
  addUsers(count: number): Promise<number[]>;
  /** Starts a module of `peers/`. */
  startPeer(name: string): Promise<Server>;
}

/** Runs a benchmark, and stops everything afterwards. */
export const inWorld = async <Result>(run: (world: World) => Promise<Result>): Promise<Result> => {
  const account = {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: randomBytes(8).toString('hex'),
  };
  usePatientDeadlines();
  await using ending = new AsyncDisposableStack();
  const start = async (name: string, environment: Readonly<Record<string, string>>): Promise<Server> => {
    const server = await startServer(name, { ...account, ...environment });
    ending.defer(server.stop);
    return server;
  };
  const { url: databaseUrl } = await start('engine', {});
  const service = await start('service', { AWS_ENDPOINT_URL_DYNAMODB: databaseUrl });
  const endpoints = { databaseUrl, secretsUrl: databaseUrl };
  const environment = {
    ...functionEnvironment(defaultLifetimes, endpoints, account),
    [variableOf('tokenIssuer')]: service.url,
    ...account,
  };
  const stores = createTestStores(databaseUrl);
  ending.defer(async () => stores.close());
  const client = await createTestClient(stores, 'acme');
  const { companyId, clientId, clientSecret } = client;
  const { accessToken: token } = await logIn(service.url, client);
  const period = { checkinOpensAt: CHECKIN_AT - HOUR, noShowAt: CHECKIN_AT + 2 * HOUR };
  let lastUserId = 0;
  return await run({
    environment,
    service,
    client,
    token,
    async addUsers(count) {
      const users = Array.from({ length: count }, () => ({ companyId, userId: (lastUserId += 1) }));
      await pMap(users, ({ userId: id }) => stores.users.save({ companyId, id }), { concurrency: 16 });
      const kinds = ['position', 'parking'] as const;
      await stores.createBookings(
        users.flatMap((user) => kinds.map((kind) => ({ ...period, user, bookingId: kind, kind }))),
      );
      return users.map(({ userId }) => userId);
    },
    startPeer: (name) => start(name, { ...environment, BENCH_CLIENT_ID: clientId, BENCH_CLIENT_SECRET: clientSecret }),
  });
};
