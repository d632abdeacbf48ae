import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { localTableNames } from '../../../shared/local-service.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { connectDatabase } from '../../../shared/adapters/dynamodb/connect-database.ts';
import type { DatabaseConnection } from '../../../shared/adapters/dynamodb/database.ts';
import type { BookingKind } from '../../../shared/rules/bookings.ts';
import type { LanguageTag } from '../../../shared/rules/languages.ts';
import { post, runService, type RunningService } from '../../support/running-service.ts';
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
import { waitUntil } from '../../support/wait-until.ts';

const HOUR = 60 * 60_000;
const TOPIC = 'arn:aws:sns:eu-central-1:000000000000:checkin-pushes';

let sns: StubSns;
let service: RunningService;
let companyId: string;
let accessToken: string;
let lastUserId = 0;
let connection: DatabaseConnection;

beforeAll(async () => {
  process.env['AWS_REGION'] = 'eu-central-1';
  // Otherwise each delivery that the tests make fail is logged in full.
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
  sns = await startStubSns();
  service = await runService({ AWS_ENDPOINT_URL_SNS: sns.url });
  connection = connectDatabase();
  const client = await service.aClient();
  ({ companyId } = client);
  ({ accessToken } = await service.logIn(client));
});
afterAll(async () => {
  connection.close();
  await service.stop();
  await sns.stop();
});
beforeEach(() => {
  sns.respond = () => 'ok';
});

const endpoint = (id: string): string => `arn:aws:sns:eu-central-1:000000000000:endpoint/APNS/desk-app/${id}`;

interface Person {
  readonly companyId: string;
  readonly userId: number;
  checkIn(body?: object, headers?: Record<string, string>): Promise<number>;
  /** The accepted pushes of this person's check-ins. */
  pushes(): readonly Published[];
}

/** A new person with open bookings. */
const aPerson = async (
  places: Partial<Record<string, BookingKind>> = { 'Desk 4.12': 'position' },
  language?: LanguageTag,
): Promise<Person> => {
  lastUserId += 1;
  const user = { companyId, userId: lastUserId };
  await service.stores.users.save({ companyId, id: user.userId, ...(language && { language }) });
  const now = Date.now();
  const bookings = (Object.entries(places) as [string, BookingKind][]).map(([name, kind]) => ({
    user,
    bookingId: name,
    kind,
    name,
    checkinOpensAt: now - HOUR,
    noShowAt: now + HOUR,
  }));
  await service.stores.createBookings(bookings);
  const mine = new Set<string>();
  return {
    ...user,
    async checkIn(body = {}, headers = {}) {
      const response = await post(
        `${service.url}/scheduling/checkin`,
        { id: user.userId, notify: true, ...body },
        { Authorization: `Bearer ${accessToken}`, ...headers },
      );
      expect(response.status).toBe(200);
      mine.add(String(response.headers.get('x-request-id')));
      return response.body.checkinCount;
    },
    pushes: () =>
      sns.accepted.filter(({ attributes }) => mine.has(attributes['AWS.SNS.MOBILE.APNS.COLLAPSE_ID'] ?? '')),
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

/** Pushes are sent in the order of check-ins, so when this one has arrived, all earlier ones have arrived too. */
const nothingMore = async (): Promise<void> => {
  const next = await aPerson();
  await next.checkIn();
  await waitUntil(() => next.pushes().length === 1);
};

const respondTo =
  (person: Person, id: string, response: SnsResponse) =>
  ({ target }: Published): SnsResponse =>
    target === deviceOf(person, id) ? response : 'ok';

describe('A check-in with notify', () => {
  it('makes one push to the topic that names all bookings, with attributes to filter by', async () => {
    const ada = await aPerson({ 'Parking P-7': 'parking', 'Desk 4.12': 'position' });
    expect(await ada.checkIn()).toBe(2);
    await waitUntil(() => ada.pushes().length > 0);
    await nothingMore();
    expect(targetsOf(ada)).toEqual([TOPIC]);
    const [push] = ada.pushes();
    const { checkinId = '' } = push?.attributes ?? {};
    expect(push?.attributes).toMatchObject({ companyId, userId: String(ada.userId), checkinId });
    expect(JSON.parse(push?.message['default'] ?? '')).toMatchObject({
      companyId,
      userId: ada.userId,
      checkinId,
      title: 'Checked in',
      body: 'Desk 4.12 and Parking P-7',
      bookingCount: 2,
    });
  });

  it('is not pushed again when the request is retried with its key', async () => {
    const ada = await aPerson();
    const swipe = { 'Idempotency-Key': 'swipe-1' };
    expect([await ada.checkIn({}, swipe), await ada.checkIn({}, swipe)]).toEqual([1, 1]);
    await waitUntil(() => ada.pushes().length > 0);
    await nothingMore();
    expect(ada.pushes()).toHaveLength(1);
  });
});

describe('A device that cannot be reached any more', () => {
  it.each([
    ['disabled', endpointDisabled],
    ['deleted', endpointDeleted],
    ['unknown', endpointUnknown],
  ])('is removed from the user if SNS says that it is %s, and the others get the push', async (_, gone) => {
    const ada = await aPerson();
    await register(ada, 'old', 'new');
    sns.respond = respondTo(ada, 'old', gone);
    await ada.checkIn();
    await waitUntil(() => ada.pushes().length === 1);
    await nothingMore();
    expect(targetsOf(ada)).toEqual([deviceOf(ada, 'new')]);
    expect((await service.stores.users.find(ada))?.devices).toEqual([deviceOf(ada, 'new')]);
  });
});

describe('If SNS does not work', () => {
  it.each<[string, SnsResponse]>([
    ['fails', serverError],
    ['throttles', throttled],
    ['resets the connection', 'reset'],
    ['hangs', 'hang'],
  ])('a check-in gets its response at once while it %s, and one push when it works again', async (_, response) => {
    const ada = await aPerson();
    const from = sns.tried.length;
    sns.respond = () => response;
    const before = performance.now();
    expect(await ada.checkIn()).toBe(1);
    // A call to SNS times out after 12 s. A check-in that waited for it would take at least that long.
    expect(performance.now() - before).toBeLessThan(10_000);
    await waitUntil(() => sns.tried.length > from);
    sns.respond = () => 'ok';
    await waitUntil(() => ada.pushes().length > 0);
    await nothingMore();
    expect(ada.pushes()).toHaveLength(1);
  });
});
