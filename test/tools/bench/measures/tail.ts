import { localTableNames } from '../../../../shared/local-service.ts';
import { routes } from '../../../../shared/routes.ts';
import { bookingsOfDay } from '../harness/book.ts';
import { bulkLoad, toBookingItem, toUserItem } from '../harness/bulk-load.ts';
import type { LoadRequest, OpenLoadResult } from '../harness/load-client.ts';
import { runLoad, startLoadClient } from '../harness/load.ts';
import { format, formatSpread, judge, judgeCount, type Limit, type Measure, type Row } from '../harness/row.ts';
import { summarise } from '../harness/samples.ts';
import { MOMENT, openServiceWorld } from '../harness/service-world.ts';
import type { LoopReport } from '../harness/watch-loop.ts';

const CONNECTIONS = 10;
const CAPACITY_REQUESTS = 1_500;
const SECONDS = 4;
const ROUNDS = 3;

interface Level {
  readonly share: number;
  readonly limit: Limit;
}

const levels: readonly Level[] = [
  { share: 0.5, limit: { relation: '<=', value: 6 } },
  { share: 0.75, limit: { relation: '<=', value: 9 } },
];

interface Run extends OpenLoadResult {
  readonly loop: LoopReport;
}

const toRows = ({ share, limit }: Level, capacity: number, runs: readonly Run[]): Row[] => {
  const [p50, p99] = [summarise(runs.map((run) => run.p50)), summarise(runs.map((run) => run.p99))];
  const ratio = summarise(runs.map((run) => run.p99 / run.p50));
  const loop = (pick: (report: LoopReport) => number): string =>
    format(summarise(runs.map((run) => pick(run.loop))).median);
  const level = `at ${share * 100} % of ${capacity.toFixed(0)}/s`;
  return [
    {
      what: `check-in ${level}: p99 against p50`,
      ours: `${format(p99.median)} ms`,
      peer: `p50 ${format(p50.median)} ms`,
      ratio: formatSpread(ratio),
      goal: `${limit.relation} ${limit.value}`,
      verdict: judge(ratio, limit),
    },
    judgeCount({
      what: `check-in ${level}: failures`,
      unit: '',
      ours: runs.reduce((sum, run) => sum + run.failures, 0),
      peer: `event loop delay p99 ${loop(({ delayP99 }) => delayP99)} ms, GC ${loop(({ gcShare }) => gcShare * 100)} % of the time, longest ${loop(({ gcLongest }) => gcLongest)} ms`,
      limit: { relation: '<=', value: 0 },
    }),
  ];
};

export const measure: Measure = {
  describes:
    'how long the slowest of 100 check-ins waits at 50 % and 75 % of what the service can do, requests as they come',
  seconds: 45,
  run: async () => {
    const world = await openServiceWorld({ isMetered: false });
    const client = await startLoadClient();
    const { companyId } = world.credentials;
    const { accessToken } = await world.logIn();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
    let lastUserId = 0;
    /** Requests for different users, each with the bookings of the day. */
    const prepare = async (count: number): Promise<LoadRequest[]> => {
      const first = lastUserId + 1;
      lastUserId += count;
      const userIds = Array.from({ length: count }, (_, index) => first + index);
      await bulkLoad(
        localTableNames.users,
        userIds.map((id) => toUserItem(companyId, id)),
      );
      await bulkLoad(
        localTableNames.bookings,
        userIds.flatMap((id) => bookingsOfDay(companyId, id, 0).map(toBookingItem)),
      );
      return userIds.map((id) => ({ headers, body: JSON.stringify({ id, date: new Date(MOMENT).toISOString() }) }));
    };
    try {
      const url = (await world.service.ask<string>('url')) + routes.checkin.path;
      const target = { url, method: 'POST', expectedStatus: 200, connections: CONNECTIONS } as const;
      const rates: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const requests = await prepare(CAPACITY_REQUESTS / 3);
        rates.push((await runLoad(client, world.service, { ...target, requests })).requestsASecond);
      }
      // The first requests make Node.js compile the code.
      const capacity = Math.min(...rates.slice(1));
      const runs = new Map<Level, Run[]>(levels.map((level) => [level, []]));
      // The first round is not counted: the engine has its code compiled.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const level of levels) {
          const perSecond = capacity * level.share;
          const requests = await prepare(Math.ceil(perSecond * SECONDS));
          await world.service.ask('watchLoop');
          const result = await client.ask<OpenLoadResult>('runOpen', { ...target, requests, perSecond });
          const loop = await world.service.ask<LoopReport>('reportLoop');
          if (round > 0) runs.get(level)?.push({ ...result, loop });
        }
      }
      return [...runs].flatMap(([level, all]) => toRows(level, capacity, all));
    } finally {
      await client.stop();
      await world.stop();
    }
  },
};
