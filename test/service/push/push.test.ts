import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { localTableNames } from '../../../shared/local-service.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { connectDatabase } from '../../../shared/adapters/dynamodb/connect-database.ts';
import type { DatabaseConnection } from '../../../shared/adapters/dynamodb/database.ts';
import { takeErrors } from '../../support/run/service-log.ts';
import { bearer, post, runService } from '../../support/running-service.ts';
import {
  endpointDeleted,
  endpointDisabled,
  endpointUnknown,
  serverError,
  startStubSns,
  throttled,
  type Published,
  type SnsResponse,
  type StubSns,
} from '../../support/start-stub-sns.ts';
import { useForFile } from '../../support/use-service.ts';
import { waitUntil } from '../../support/wait-until.ts';

let sns: StubSns;
let companyId: string;
let accessToken: string;
let lastUserId = 0;
let connection: DatabaseConnection;

beforeAll(async () => {
  process.env['AWS_REGION'] = 'eu-central-1';
  sns = await startStubSns();
});
const service = useForFile(() => runService({ AWS_ENDPOINT_URL_SNS: sns.url }));
beforeAll(async () => {
  connection = connectDatabase();
  const client = await service.aClient();
  ({ companyId } = client);
  ({ accessToken } = await service.logIn(client));
});
afterAll(() => connection.close());
afterAll(() => sns.stop());
beforeEach(() => {
  sns.respond = () => 'ok';
});

const endpoint = (id: string): string => `arn:aws:sns:eu-central-1:000000000000:endpoint/APNS/desk-app/${id}`;

interface Person {
  readonly companyId: string;
  readonly userId: number;
  checkIn(): Promise<void>;
  /** The pushes that SNS accepted for this person's check-ins. */
  pushes(): readonly Published[];
}

/** Creates a person with an open booking. */
const aPerson = async (): Promise<Person> => {
  lastUserId += 1;
  const user = { companyId, userId: lastUserId };
  await service.stores.users.save({ companyId, id: user.userId });
  await service.stores.book(user);
  const requestIds = new Set<string>();
  return {
    ...user,
    async checkIn() {
      const body = { id: user.userId, notify: true };
      const response = await post(`${service.url}/scheduling/checkin`, body, bearer(accessToken));
      expect(response).toMatchObject({ status: 200, body: { checkinCount: 1 } });
      requestIds.add(String(response.headers.get('x-request-id')));
    },
    pushes: () =>
      sns.accepted.filter(({ attributes }) => requestIds.has(attributes['AWS.SNS.MOBILE.APNS.COLLAPSE_ID'] ?? '')),
  };
};

const register = (person: Person, ...ids: string[]): Promise<unknown> =>
  Promise.all(
    ids.map((id) =>
      makeDeviceStore(connection.withSignal(), localTableNames.users).add(person, endpoint(`${person.userId}-${id}`)),
    ),
  );
const deviceOf = (person: Person, id: string): string => endpoint(`${person.userId}-${id}`);
const targetsOf = (person: Person): string[] => person.pushes().map(({ target }) => target);

/** Checks in a new person and waits for the push, which arrives last because pushes are sent in the order of check-ins. */
const waitForEarlierPushes = async (): Promise<void> => {
  const next = await aPerson();
  await next.checkIn();
  await waitUntil(() => next.pushes().length === 1);
};

const respondTo =
  (person: Person, id: string, response: SnsResponse) =>
  ({ target }: Published): SnsResponse =>
    target === deviceOf(person, id) ? response : 'ok';

describe('A device', () => {
  it.each([
    ['disabled', endpointDisabled],
    ['deleted', endpointDeleted],
    ['unknown', endpointUnknown],
  ])(
    'is removed from its user if SNS says that its endpoint is %s, and the other devices get the push',
    async (_, rejection) => {
      const ada = await aPerson();
      await register(ada, 'old', 'new');
      sns.respond = respondTo(ada, 'old', rejection);
      await ada.checkIn();
      await waitUntil(() => ada.pushes().length === 1);
      await waitForEarlierPushes();
      expect(targetsOf(ada)).toEqual([deviceOf(ada, 'new')]);
      expect((await service.stores.users.find(ada))?.devices).toEqual([deviceOf(ada, 'new')]);
    },
  );
});

describe('A check-in', () => {
  it.each<[string, SnsResponse]>([
    ['fails', serverError],
    ['throttles', throttled],
    ['resets the connection', 'reset'],
    ['hangs', 'hang'],
  ])('gets its response at once while SNS %s, and one push when SNS works again', async (_, response) => {
    const ada = await aPerson();
    const triedBefore = sns.tried.length;
    sns.respond = () => response;
    const before = performance.now();
    await ada.checkIn();
    // A call to SNS times out after 12 s. A check-in that waited for SNS would take at least that long.
    expect(performance.now() - before).toBeLessThan(10_000);
    await waitUntil(() => sns.tried.length > triedBefore);
    sns.respond = () => 'ok';
    await waitUntil(() => ada.pushes().length > 0);
    await waitForEarlierPushes();
    expect(ada.pushes()).toHaveLength(1);
    // Usually, a retry of the SDK succeeds first.
    for (const error of takeErrors()) expect(error).toBe('push failed');
  });
});
