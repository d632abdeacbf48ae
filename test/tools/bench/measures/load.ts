import { quantile } from 'simple-statistics';
import { atMost, compare, count, format, type Measure, type Row } from '../harness/figures.ts';
import { logInAt, toRequest } from '../harness/gate.ts';
import { sendAll } from '../harness/load.ts';
import { sendAtRate, type Hit } from '../harness/vegeta.ts';
import { inWorld } from '../harness/world.ts';

const ROUNDS = 5;
const SECONDS = 5;

/** Shares of the max rate, each with the goal for p99 as a multiple of p50. */
const levels = [
  [0.25, 6],
  [0.5, 6],
  [0.75, 9],
] as const;

const percentileOf = (hits: readonly Hit[], fraction: number): number =>
  quantile(
    hits.map(({ latency }) => latency / 1e6),
    fraction,
  );

/** Sends check-ins of different people at shares of the max rate over ten connections. */
export const measure: Measure = () =>
  inWorld(async (world) => {
    const server = await logInAt(world.service, world);
    const makeRequests = async (requests: number) =>
      (await world.addUsers(requests)).map((id) => toRequest(server, { id }));
    await sendAll(server, await makeRequests(600));
    const { perSecond } = await sendAll(server, await makeRequests(600));
    const rows: Row[] = [];
    const all: Hit[] = [];
    for (const [share, maxRatio] of levels) {
      const rate = Math.round(perSecond * share);
      const rounds: Hit[][] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await sendAtRate(server.url, await makeRequests(rate * SECONDS), rate));
      const percentiles = (fraction: number) => rounds.map((hits) => percentileOf(hits, fraction));
      const what = `${share * 100} % of ${format(perSecond)}/s: p99`;
      const p99 = { what, unit: 'ms', ours: percentiles(0.99), peer: 'p50', theirs: percentiles(0.5) };
      rows.push(compare({ ...p99, goal: atMost(maxRatio) }));
      all.push(...rounds.flat());
    }
    const failures = all.filter(({ code }) => code !== 200).length;
    const p999 = `of ${all.length}; p99.9 ${format(percentileOf(all, 0.999))} ms`;
    return [...rows, count('failures', '', failures, atMost(0), p999)];
  });
