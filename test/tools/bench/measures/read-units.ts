import { writeFileSync } from 'node:fs';
import { localTableNames } from '../../../../shared/local-service.ts';
import type { Booking } from '../../../../shared/domain/booking.ts';
import { bookingsOfDay, BOOKINGS_OF_A_DAY } from '../harness/book.ts';
import { bulkLoad, toBookingItem, toUserItem } from '../harness/bulk-load.ts';
import { createNaiveTable, NAIVE_TABLE, naiveQueries, readUnitsOf, type NaiveQuery } from '../harness/naive-queries.ts';
import { format, judgeCount, type Measure, type Row } from '../harness/row.ts';
import { openServiceWorld, type ServiceWorld, type TokenSet } from '../harness/service-world.ts';
import { drawPlot, type Panel } from '../harness/plot.ts';

const pastSizes = [10, 100, 1_000, 10_000, 100_000];
const futureSizes = [10, 100, 1_000, 10_000];

/** Where to draw the cost against the history, if anywhere. */
const plotFile = process.env['BENCH_PLOT'];

/** A user with some number of bookings on one side of the moment, and what a check-in of that user cost. */
interface History {
  readonly size: number;
  readonly userId: number;
  /** -1: the past, 1: the future. */
  readonly direction: -1 | 1;
}

interface Cost extends History {
  readonly checkin: number;
  readonly query: number;
  readonly naive: number;
}

const histories: readonly History[] = [
  ...pastSizes.map((size) => ({ size, direction: -1 as const })),
  ...futureSizes.map((size) => ({ size, direction: 1 as const })),
].map((history, index) => ({ ...history, userId: index + 1 }));

/** The history, and both bookings of the day. */
function* bookingsOf(companyId: string, { size, userId, direction }: History): Generator<Booking> {
  yield* bookingsOfDay(companyId, userId, 0);
  for (let day = 1; day <= size / BOOKINGS_OF_A_DAY; day += 1) yield* bookingsOfDay(companyId, userId, day * direction);
}

function* itemsOf(companyId: string) {
  for (const history of histories) {
    for (const booking of bookingsOf(companyId, history)) yield toBookingItem(booking);
  }
}

const load = async (companyId: string): Promise<void> => {
  await createNaiveTable();
  await bulkLoad(
    localTableNames.users,
    histories.map(({ userId }) => toUserItem(companyId, userId)),
  );
  await bulkLoad(localTableNames.bookings, itemsOf(companyId));
  await bulkLoad(NAIVE_TABLE, itemsOf(companyId));
};

const naiveQueryOf = ({ direction }: History): NaiveQuery =>
  direction < 0 ? naiveQueries.opened : naiveQueries.notOver;

const checkIn = async (world: ServiceWorld, tokens: TokenSet, userId: number) => {
  world.wire.takeCalls();
  const count = await world.checkIn(tokens, { id: userId });
  if (count !== BOOKINGS_OF_A_DAY) throw new Error(`${count} bookings were checked in`);
  const reads = world.wire.takeCalls().filter(({ operation }) => operation !== 'UpdateItem');
  const unitsOf = (calls: typeof reads) => calls.reduce((sum, { units }) => sum + units, 0);
  return { checkin: unitsOf(reads), query: unitsOf(reads.filter(({ operation }) => operation === 'Query')) };
};

const measureCosts = async (world: ServiceWorld): Promise<Cost[]> => {
  const { companyId } = world.credentials;
  await load(companyId);
  const tokens = await world.logIn();
  const costs: Cost[] = [];
  for (const history of histories) {
    const { userId } = history;
    const naive = await readUnitsOf({ companyId, userId }, naiveQueryOf(history));
    costs.push({ ...history, ...(await checkIn(world, tokens, userId)), naive });
  }
  return costs;
};

const toRows = (side: string, costs: readonly Cost[]): Row[] => {
  const [least, most] = [costs[0] as Cost, costs.at(-1) as Cost];
  return [
    judgeCount({
      what: `read units of a check-in, ${most.size} ${side} bookings`,
      unit: 'RCU',
      ours: most.checkin,
      peer: `${least.size} ${side} bookings ${least.checkin} RCU`,
      limit: { relation: '<=', value: least.checkin },
    }),
    judgeCount({
      what: `read units of the query, ${most.size} ${side} bookings`,
      unit: 'RCU',
      ours: most.query,
      peer: `${naiveQueryOf(most).label} ${format(most.naive)} RCU`,
      limit: { relation: '<=', value: most.naive },
    }),
  ];
};

const toPanel = (title: string, costs: readonly Cost[]): Panel => ({
  title,
  xLabel: 'bookings of the user',
  yLabel: 'read units',
  lines: [
    { label: naiveQueryOf(costs[0] as Cost).label, points: costs.map(({ size, naive }) => [size, naive] as const) },
    { label: 'the query of the service', points: costs.map(({ size, query }) => [size, query] as const) },
  ],
});

export const measure: Measure = {
  describes: 'read units of a check-in as the history grows, beside two naive queries; BENCH_PLOT=FILE draws it',
  run: async () => {
    const world = await openServiceWorld();
    try {
      const costs = await measureCosts(world);
      const past = costs.filter(({ direction }) => direction < 0);
      const future = costs.filter(({ direction }) => direction > 0);
      const panels = [toPanel('The past grows', past), toPanel('The future grows', future)];
      if (plotFile !== undefined) writeFileSync(plotFile, drawPlot(panels));
      return [...toRows('past', past), ...toRows('future', future)];
    } finally {
      await world.stop();
    }
  },
};
