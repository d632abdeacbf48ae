import { addBookedUser, BOOKINGS_OF_A_DAY, emailOf, uidOf } from '../harness/book.ts';
import { judgeCount, type Measure } from '../harness/row.ts';
import { openServiceWorld, type ServiceWorld } from '../harness/service-world.ts';

const ROUNDS = 5;
/** Each is one call to the database and its response. */
const LOOKS = 3;

interface Operation {
  readonly what: string;
  readonly floor: number;
  /** Prepares the data, and returns the operation to count. */
  readonly prepare: (world: ServiceWorld, userId: number) => Promise<() => Promise<unknown>>;
}

const checkinBy = (
  what: string,
  floor: number,
  toIdentifier: (userId: number) => object,
  headers?: (userId: number) => Record<string, string>,
): Operation => ({
  what: `check-in by ${what}`,
  floor,
  async prepare(world, userId) {
    const tokens = await world.logIn();
    await addBookedUser(world, userId);
    return async () => {
      const count = await world.checkIn(tokens, toIdentifier(userId), { headers: headers?.(userId) ?? {} });
      if (count !== BOOKINGS_OF_A_DAY) throw new Error(`${count} bookings were checked in`);
    };
  },
});

const byId = (id: number) => ({ id });

const operations: readonly Operation[] = [
  checkinBy('id', 2, byId),
  checkinBy('uid', 3, (userId) => ({ uid: uidOf(userId) })),
  checkinBy('email', 3, (userId) => ({ email: emailOf(userId) })),
  checkinBy('id with an Idempotency-Key', 3, byId, (userId) => ({ 'Idempotency-Key': `swipe-${userId}` })),
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

/** @returns how many calls to the database waited for the response of another */
const countRoundTrips = async (world: ServiceWorld, operation: Operation, userId: number): Promise<number> => {
  const { wire, service } = world;
  wire.holdWaves([]);
  const act = await operation.prepare(world, userId);
  wire.takeCalls();
  wire.gatherWaves(async () => {
    for (let look = 0; look < LOOKS; look += 1) await service.ask('settle');
  });
  await act();
  return Math.max(...wire.takeCalls().map(({ wave = 0 }) => wave));
};

export const measure: Measure = {
  describes: 'successive calls to DynamoDB before the response',
  seconds: 10,
  run: async () => {
    const world = await openServiceWorld();
    const counts = new Map<Operation, number[]>(operations.map((operation) => [operation, []]));
    try {
      let userId = 0;
      // The first round fetches the signing keys.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const operation of operations) {
          userId += 1;
          const count = await countRoundTrips(world, operation, userId);
          if (round > 0) counts.get(operation)?.push(count);
        }
      }
    } finally {
      await world.stop();
    }
    return [...counts].map(([{ what, floor }, all]) =>
      judgeCount({
        what: `${what}: round trips one after another`,
        unit: '',
        ours: Math.max(...all),
        peer: `${ROUNDS} runs: ${[...new Set(all)].join(', ')}`,
        limit: { relation: '<=', value: floor },
      }),
    );
  },
};
