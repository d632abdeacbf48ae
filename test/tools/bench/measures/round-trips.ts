import { addBookedUser, BOOKINGS_OF_A_DAY, emailOf, uidOf } from '../harness/book.ts';
import { longestChain } from '../../../support/metered-wire.ts';
import { format, formatSpread, type Measure, type Row } from '../harness/row.ts';
import { summarise, type Samples } from '../harness/samples.ts';
import { openServiceWorld, type ServiceWorld } from '../harness/service-world.ts';

/** What a call to DynamoDB takes here: long beside everything else, so that the time tells the round trips. */
const CALL_MILLISECONDS = 20;
const ROUNDS = 30;

interface Operation {
  readonly what: string;
  readonly floor: number;
  /** Readies what it needs, and returns what is timed. */
  readonly prepare: (world: ServiceWorld, round: number) => Promise<() => Promise<unknown>>;
}

const checkinBy = (field: string, floor: number, toIdentifier: (userId: number) => object): Operation => ({
  what: `check-in by ${field}`,
  floor,
  async prepare(world, round) {
    const tokens = await world.logIn();
    const userId = await addBookedUser(world, floor * 1_000_000 + field.length * 1_000 + round);
    return async () => {
      const count = await world.checkIn(tokens, toIdentifier(userId));
      if (count !== BOOKINGS_OF_A_DAY) throw new Error(`${count} bookings were checked in`);
    };
  },
});

const operations: readonly Operation[] = [
  checkinBy('id', 2, (id) => ({ id })),
  checkinBy('uid', 3, (userId) => ({ uid: uidOf(userId) })),
  checkinBy('email', 3, (userId) => ({ email: emailOf(userId) })),
  { what: 'POST /auth', floor: 2, prepare: async ({ logIn }) => logIn },
  {
    what: 'refresh',
    floor: 2,
    async prepare({ logIn, refresh }) {
      const tokens = await logIn();
      return () => refresh(tokens);
    },
  },
];

interface Run {
  readonly milliseconds: number;
  readonly roundTrips: number;
}

const runOnce = async (world: ServiceWorld, { prepare }: Operation, round: number): Promise<Run> => {
  const act = await prepare(world, round);
  world.wire.takeCalls();
  const startedAt = performance.now();
  await act();
  const milliseconds = performance.now() - startedAt;
  return { milliseconds, roundTrips: longestChain(world.wire.takeCalls()) };
};

const runAll = async (world: ServiceWorld): Promise<Map<Operation, Run[]>> => {
  const runs = new Map<Operation, Run[]>(operations.map((operation) => [operation, []]));
  // The first round opens connections and fetches the signing keys.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const operation of operations) {
      const run = await runOnce(world, operation, round);
      if (round > 0) runs.get(operation)?.push(run);
    }
  }
  return runs;
};

const toTimeRow = ({ what, floor }: Operation, milliseconds: Samples): Row => {
  const floorMilliseconds = floor * CALL_MILLISECONDS;
  const limit = (floor + 0.5) * CALL_MILLISECONDS;
  return {
    what: `${what}: time, each call ${CALL_MILLISECONDS} ms`,
    ours: `${format(milliseconds.median)} ms`,
    peer: `floor ${floorMilliseconds} ms`,
    ratio: formatSpread(summarise(milliseconds.all.map((value) => value / floorMilliseconds))),
    goal: `< ${limit} ms`,
    isReached: milliseconds.median < limit,
  };
};

const toRows = (operation: Operation, runs: readonly Run[]): Row[] => {
  const { what, floor } = operation;
  const most = Math.max(...runs.map(({ roundTrips }) => roundTrips));
  const count: Row = {
    what: `${what}: round trips, one after the other`,
    ours: `${most}`,
    peer: `floor ${floor}`,
    ratio: (most / floor).toFixed(2),
    goal: `${floor}`,
    isReached: most <= floor,
  };
  return [count, toTimeRow(operation, summarise(runs.map(({ milliseconds }) => milliseconds)))];
};

export const measure: Measure = {
  describes: 'round trips to DynamoDB before the answer, counted and timed with every call delayed',
  run: async () => {
    const world = await openServiceWorld({ latencyMilliseconds: CALL_MILLISECONDS });
    try {
      return [...(await runAll(world))].flatMap(([operation, runs]) => toRows(operation, runs));
    } finally {
      await world.stop();
    }
  },
};
