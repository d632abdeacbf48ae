import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import { DAY, formatDateTime, HOUR } from '../../../shared/domain/instant.ts';
import { post, type HttpResponse, type TestClient, type TokenSet } from '../../support/running-service.ts';
import { createTestStores } from '../../support/test-stores.ts';
import {
  countsOf,
  findCheckinViolations,
  type CheckinRequestRecord,
  type CheckinResponse,
} from '../invariants/checkin-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import type { KillableService } from './killable-service.ts';
import { makeRandom } from './random.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const PEOPLE = [7, 8, 9];
const GATES = 6;
const SWIPES_A_GATE = 5;
const INTERRUPTIONS = 2;
const TRIES_UNDER_FAULTS = 3;
const TRIES_AFTER_FAULTS = 100;

interface Swipe extends Omit<CheckinRequestRecord, 'responses'> {
  readonly client: TestClient;
  readonly person: number;
  readonly identifiers: object;
  readonly responses: CheckinResponse[];
}

interface World {
  readonly service: KillableService;
  readonly seed: number;
  readonly violations: Violation[];
  readonly tokens: Map<TestClient, TokenSet>;
}

const personOf = (id: number) => ({ id, uid: `E-${id}`, email: `user${id}@example.test` });

/** Creates two companies, whose users and bookings have the same ids. */
const makeCompanies = async ({ service }: World, name: string): Promise<TestClient[]> => {
  const stores = createTestStores(await service.databaseUrl());
  const periods = [
    [-HOUR, HOUR],
    [0, 72 * HOUR],
    [-HOUR, 1],
    [-HOUR, 0],
    [1, HOUR],
  ] as const;
  const make = async (companyId: string): Promise<TestClient> => {
    const { client, clientSecret } = createApiClient({ companyId, name: 'Gate' }, Date.now() - 2 * DAY);
    await stores.clients.create(client);
    for (const userId of PEOPLE) {
      await stores.users.save({ companyId, ...personOf(userId) });
      await stores.createBookings(
        periods.map(([opens, ends], index) => ({
          user: { companyId, userId },
          bookingId: `booking-${index}`,
          kind: 'position',
          checkinOpensAt: NOON + opens,
          noShowAt: NOON + ends,
        })),
      );
    }
    return { companyId, clientId: client.clientId, clientSecret };
  };
  const companies = [await make(name), await make(`${name}-twin`)];
  stores.close();
  return companies;
};

/**
 * Makes a call. A response that the API document does not describe is recorded as a violation.
 * @returns undefined if there is no valid response
 */
const tryOnce = async (world: World, call: () => Promise<HttpResponse>): Promise<HttpResponse | undefined> => {
  try {
    return await call();
  } catch (error) {
    const isDisconnected = (error as NodeJS.ErrnoException).code !== undefined || error instanceof SyntaxError;
    if (!isDisconnected)
      world.violations.push({ invariant: 'every response matches the API document', detail: String(error) });
    return undefined;
  }
};

const expectStatus = ({ violations }: World, expected: readonly number[], response: HttpResponse | undefined): void => {
  if (!response || expected.includes(response.status)) return;
  const detail = `${response.status} ${JSON.stringify(response.body)}`;
  violations.push({ invariant: 'every response is expected', detail });
};

const logIn = async (world: World, client: TestClient): Promise<TokenSet> => {
  for (;;) {
    const known = world.tokens.get(client);
    if (known) return known;
    const { clientId, clientSecret } = client;
    const url = await world.service.url();
    const response = await tryOnce(world, () => post(`${url}/auth`, { clientId, clientSecret }));
    expectStatus(world, [201, 503], response);
    if (response?.status === 201) world.tokens.set(client, response.body as TokenSet);
    else await sleep(50);
  }
};

const bearer = ({ accessToken }: Pick<TokenSet, 'accessToken'>) => ({ Authorization: `Bearer ${accessToken}` });

const toBody = ({ identifiers, at, notify, name }: Swipe) => ({
  key: name,
  ...identifiers,
  date: formatDateTime(at),
  notify,
});

const receive = (swipe: Swipe, response: HttpResponse | undefined, item?: HttpResponse['body']): void => {
  const { statusCode: status, checkinCount: count } = item ?? response?.body ?? {};
  const requestId = response?.headers.get('x-request-id') ?? undefined;
  swipe.responses.push({
    ...(response && { status }),
    ...(status === 200 && { count }),
    ...(requestId !== undefined && { requestId }),
  });
};

/** Sends swipes of one company, each in a separate request or all in one batch. */
const send = async (world: World, swipes: readonly Swipe[], isBatch: boolean): Promise<void> => {
  const [first] = swipes;
  if (!first) return;
  const headers = bearer(await logIn(world, first.client));
  const url = `${await world.service.url()}/scheduling/checkin`;
  if (isBatch) {
    const items = swipes.map(toBody);
    const response = await tryOnce(world, () => post(`${url}/batch`, { items }, headers));
    expectStatus(world, [200, 503], response);
    for (const [index, swipe] of swipes.entries()) receive(swipe, response, response?.body.items?.[index]);
    return;
  }
  for (const swipe of swipes) {
    const { key, ...body } = toBody(swipe);
    const sent = { ...headers, ...(swipe.hasKey && { 'Idempotency-Key': key }) };
    const response = await tryOnce(world, () => post(url, body, sent));
    expectStatus(world, [200, 503], response);
    receive(swipe, response);
  }
};

/** A swipe must be sent again if it has a key and no success yet. */
const mustRepeat = ({ hasKey, responses }: Swipe): boolean => hasKey && !responses.some(({ status }) => status === 200);

/** Runs one gate, which sends swipes one by one or as a batch. */
const runGate = async (world: World, gate: number, companies: readonly TestClient[]): Promise<Swipe[]> => {
  const random = makeRandom(world.seed, `gate ${gate}`);
  const client = companies[gate % 3 === 0 ? 1 : 0] as TestClient;
  const isBatch = gate % 2 === 0;
  const swipes = Array.from({ length: SWIPES_A_GATE }, (_, index): Swipe => {
    const { id, uid, email } = personOf(random.pick(PEOPLE));
    return {
      name: `swipe-${gate}-${index}`,
      hasKey: isBatch || !random.isOneIn(4),
      at: NOON + random.pick([0, 0, 1, HOUR - 1, -HOUR]),
      notify: random.isOneIn(2),
      client,
      person: id,
      identifiers: random.pick([{ id }, { uid }, { email }, { id, uid, email }]),
      responses: [],
    };
  });
  for (const group of isBatch ? [swipes] : swipes.map((swipe) => [swipe]))
    for (let tries = 0; tries < TRIES_UNDER_FAULTS; tries += 1)
      await send(
        world,
        group.filter((one) => tries === 0 || mustRepeat(one)),
        isBatch && random.isOneIn(2),
      );
  return swipes;
};

const interrupt = async ({ service, seed }: World, isOver: () => boolean): Promise<void> => {
  const random = makeRandom(seed, 'interruptions');
  for (let times = 0; times < INTERRUPTIONS && !isOver(); times += 1) {
    await sleep(20 + random.below(200));
    await service.kill();
  }
};

/** After the faults, repeats failed swipes until they succeed. Then repeats swipes with a key: their counts must not change. */
const finish = async (world: World, swipes: readonly Swipe[]): Promise<void> => {
  for (let tries = 0; tries < TRIES_AFTER_FAULTS && swipes.some(mustRepeat); tries += 1)
    for (const swipe of swipes.filter(mustRepeat)) await send(world, [swipe], false);
  for (const swipe of swipes.filter(({ hasKey }) => hasKey)) {
    await send(world, [swipe], false);
    const counts = new Set(countsOf(swipe));
    if (counts.size === 1) continue;
    const detail = `${swipe.name}: ${JSON.stringify(swipe.responses)}`;
    world.violations.push({ invariant: 'every request with a key gets exactly one count', detail });
  }
};

/** Records violations in what is stored. @returns the number of checked-in bookings */
const judge = async (world: World, companies: readonly TestClient[], swipes: readonly Swipe[]) => {
  const stores = createTestStores(await world.service.databaseUrl());
  let checkedIn = 0;
  for (const client of companies)
    for (const userId of PEOPLE) {
      const bookings = await stores.bookings.list({ companyId: client.companyId, userId });
      checkedIn += bookings.filter(({ checkin }) => checkin).length;
      const requests = swipes.filter((one) => one.client === client && one.person === userId);
      world.violations.push(...findCheckinViolations({ clientId: client.clientId, bookings, requests }));
    }
  stores.close();
  return checkedIn;
};

export interface History {
  readonly violations: readonly Violation[];
  readonly requests: number;
  readonly withoutResponse: number;
  readonly checkedIn: number;
}

/** Lets gates send swipes in parallel while the service is killed and restarted. The seed determines the swipes. */
export const runHistory = async (service: KillableService, seed: number): Promise<History> => {
  const world: World = { service, seed, violations: [], tokens: new Map() };
  const companies = await makeCompanies(world, `history-${seed}-${process.hrtime.bigint()}`);
  for (const client of companies) await logIn(world, client);
  let isOver = false;
  const gates = Array.from({ length: GATES }, (_, gate) => runGate(world, gate, companies));
  const interrupted = interrupt(world, () => isOver);
  const swipes = (await Promise.all(gates)).flat();
  isOver = true;
  await interrupted;
  world.tokens.clear();
  await finish(world, swipes);
  const checkedIn = await judge(world, companies, swipes);
  const responses = swipes.flatMap((swipe) => swipe.responses);
  return {
    violations: [
      ...world.violations,
      ...service.crashes.map((detail) => ({ invariant: 'the service does not crash', detail })),
    ],
    requests: responses.length,
    withoutResponse: responses.filter(({ status }) => status === undefined).length,
    checkedIn,
  };
};
