import { localTableNames } from '../../../../shared/local-service.ts';
import { routes } from '../../../../shared/routes.ts';
import { bookingsOfDay } from '../harness/book.ts';
import { bulkLoad, toBookingItem, toUserItem } from '../harness/bulk-load.ts';
import { hasDynamoDbLocal } from '../harness/dynamodb-local.ts';
import type { EngineKind } from '../harness/engine.ts';
import { interleave } from '../harness/interleave.ts';
import type { LoadRequest } from '../harness/load-client.ts';
import { startLoadClient } from '../harness/load.ts';
import { compare, notMeasured, type Measure, type Row } from '../harness/row.ts';
import { summarise, type Samples } from '../harness/samples.ts';
import { MOMENT, openServiceWorld, type ServiceWorld } from '../harness/service-world.ts';
import type { Subject } from '../harness/subject.ts';

const ROUNDS = 3;
const ITEMS_A_BATCH = 100;
const GOAL = 0.33;

interface QueueSize {
  readonly swipes: number;
  readonly people: number;
}

/** One request a swipe takes so long that a quarter of the queue must do. Both queues have as many swipes a person. */
const sizes = {
  batches: { swipes: 1_000, people: 300 },
  single: { swipes: 250, people: 75 },
} as const satisfies Record<string, QueueSize>;

/** The swipes that a reader stored while it was offline, of people whom no other run uses. */
interface Queue extends QueueSize {
  readonly firstUserId: number;
  readonly accessToken: string;
}

/** The swipes come round: no two of the same person are in one batch, so that none can share what was read for another. */
const swipesOf = ({ swipes, people, firstUserId }: Queue) =>
  Array.from({ length: swipes }, (_, index) => ({
    key: `swipe-${index}`,
    id: firstUserId + (index % people),
    date: new Date(MOMENT + index).toISOString(),
  }));

const headersOf = ({ accessToken }: Queue) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${accessToken}`,
});

const oneByOne = (queue: Queue): LoadRequest[] =>
  swipesOf(queue).map(({ key, ...swipe }) => ({
    headers: { ...headersOf(queue), 'idempotency-key': key },
    body: JSON.stringify(swipe),
  }));

const inBatches = (queue: Queue): LoadRequest[] => {
  const swipes = swipesOf(queue);
  return Array.from({ length: queue.swipes / ITEMS_A_BATCH }, (_, index) => ({
    headers: headersOf(queue),
    body: JSON.stringify({ items: swipes.slice(index * ITEMS_A_BATCH, (index + 1) * ITEMS_A_BATCH) }),
  }));
};

const book = async ({ credentials }: ServiceWorld, { people, firstUserId }: Queue): Promise<void> => {
  const { companyId } = credentials;
  const ids = Array.from({ length: people }, (_, index) => firstUserId + index);
  await bulkLoad(
    localTableNames.users,
    ids.map((id) => toUserItem(companyId, id)),
  );
  await bulkLoad(localTableNames.bookings, ids.flatMap((id) => bookingsOfDay(companyId, id, 0)).map(toBookingItem));
};

interface Turn {
  readonly millisecondsASwipe: number;
  /** Processor time of client and service together. */
  readonly cpuMillisecondsASwipe: number;
}

interface Way {
  readonly path: string;
  readonly requests: (queue: Queue) => LoadRequest[];
}

const ways = {
  batches: { path: routes.batch.path, requests: inBatches },
  single: { path: routes.checkin.path, requests: oneByOne },
} as const satisfies Record<string, Way>;

const cpuOf = async (subjects: readonly Subject[]): Promise<number> => {
  const spent = await Promise.all(subjects.map((one) => one.ask<number>('cpuMicroseconds')));
  return spent.reduce((sum, one) => sum + one, 0) / 1_000;
};

/** Each person's first swipe must have checked in both bookings, the others none. */
const assertAllCheckedIn = async (
  { stores, credentials }: ServiceWorld,
  { people, firstUserId }: Queue,
): Promise<void> => {
  const { companyId } = credentials;
  for (let userId = firstUserId; userId < firstUserId + people; userId += 1) {
    const bookings = await stores.bookings.list({ companyId, userId });
    if (!bookings.every(({ checkin }) => checkin?.idempotencyKey === `swipe-${userId - firstUserId}`))
      throw new Error(`user ${userId} is not checked in by the first swipe`);
  }
};

/** Sends a queue over one connection, each request after the response to the previous one. */
const drain = async (world: ServiceWorld, client: Subject, way: Way, queue: Queue): Promise<Turn> => {
  await book(world, queue);
  const url = (await world.service.ask<string>('url')) + way.path;
  const load = { url, method: 'POST', expectedStatus: 200, connections: 1, requests: way.requests(queue) } as const;
  const before = await cpuOf([client, world.service]);
  const milliseconds = await client.ask<number>('run', load);
  const cpuMilliseconds = (await cpuOf([client, world.service])) - before;
  await assertAllCheckedIn(world, queue);
  return {
    millisecondsASwipe: milliseconds / queue.swipes,
    cpuMillisecondsASwipe: cpuMilliseconds / queue.swipes,
  };
};

interface Engine {
  readonly kind: EngineKind;
  readonly name: string;
  /** Queues that are sent in batches first: until the Java engine has compiled its code, it is several times as slow. */
  readonly warmUps: number;
}

const engines: readonly Engine[] = [
  { kind: 'embedded', name: 'the embedded engine', warmUps: 0 },
  { kind: 'dynamodb-local', name: 'DynamoDB Local', warmUps: 8 },
];

type Figures = Record<keyof typeof ways, Samples>;

const toRows = ({ name }: Engine, times: Figures, cpu: Figures): Row[] => {
  const common = { unit: 'ms', peerName: 'one request a swipe', limit: { relation: '<=', value: GOAL } } as const;
  return [
    compare({
      ...common,
      what: `a swipe in batches of ${ITEMS_A_BATCH} on ${name}, time`,
      ours: times.batches,
      peer: times.single,
    }),
    compare({ ...common, what: 'the same, CPU time of client and service', ours: cpu.batches, peer: cpu.single }),
  ];
};

const measureOn = async (engine: Engine): Promise<Row[]> => {
  const world = await openServiceWorld({ engineKind: engine.kind, isMetered: false });
  const client = await startLoadClient();
  const { accessToken } = await world.logIn();
  let firstUserId = 1;
  const cpu = { batches: [] as number[], single: [] as number[] };
  const takeTurn = (name: keyof typeof ways) => async (): Promise<number> => {
    const size = sizes[name];
    const turn = await drain(world, client, ways[name], { ...size, firstUserId, accessToken });
    firstUserId += size.people;
    cpu[name].push(turn.cpuMillisecondsASwipe);
    return turn.millisecondsASwipe;
  };
  try {
    for (let turn = 0; turn < engine.warmUps; turn += 1) await takeTurn('batches')();
    cpu.batches.length = 0;
    const times = await interleave({ batches: takeTurn('batches'), single: takeTurn('single') }, ROUNDS);
    const withoutWarmUp = { batches: summarise(cpu.batches.slice(1)), single: summarise(cpu.single.slice(1)) };
    return toRows(engine, times, withoutWarmUp);
  } finally {
    await client.stop();
    await world.stop();
  }
};

export const measure: Measure = {
  describes: 'the queue of a reader that was off-line, in batches and one request after another, on two engines',
  seconds: 115,
  run: async () => {
    const rows: Row[] = [];
    for (const engine of engines) {
      const isHere = engine.kind === 'embedded' || hasDynamoDbLocal();
      rows.push(...(isHere ? await measureOn(engine) : [notMeasured(`batches on ${engine.name}`)]));
    }
    return rows;
  },
};
