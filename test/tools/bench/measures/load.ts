import { quantile } from 'simple-statistics';
import { atMost, compare, count, format, type Measure, type Row } from '../harness/figures.ts';
import { openLoad, type Hit } from '../harness/open-load.ts';
import { inWorld } from '../harness/world.ts';

const ROUNDS = 5;
const SECONDS = 5;

/** Shares of the max rate, each with the goal for p99 as a multiple of p50. */
const levels = [
  [0.25, 6],
  [0.5, 6],
  [0.75, 9],
] as const;

const millisecondsOf = (hits: readonly Hit[]): number[] => hits.map(({ milliseconds }) => milliseconds);

export const measure: Measure = () =>
  inWorld(async (world) => {
    const { capacity, send } = await openLoad(world);
    const rows: Row[] = [];
    const all: Hit[] = [];
    for (const [share, maxRatio] of levels) {
      const rounds: (readonly Hit[])[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await send(share, SECONDS));
      const percentiles = (fraction: number) => rounds.map((hits) => quantile(millisecondsOf(hits), fraction));
      const what = `${share * 100} % of ${format(capacity)}/s: p99`;
      const p99 = { what, unit: 'ms', ours: percentiles(0.99), peer: 'p50', theirs: percentiles(0.5) };
      rows.push(compare({ ...p99, goal: atMost(maxRatio) }));
      all.push(...rounds.flat());
    }
    const failures = all.filter(({ hasFailed }) => hasFailed).length;
    const note = `of ${all.length}; p99.9 ${format(quantile(millisecondsOf(all), 0.999))} ms`;
    return [...rows, count('failures', '', failures, atMost(0), note)];
  });
