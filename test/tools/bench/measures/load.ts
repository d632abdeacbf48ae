import { quantile } from 'simple-statistics';
import { atMost, compare, count, format, type Measure } from '../harness/figures.ts';
import { openLoad, type Sent } from '../harness/open-load.ts';
import { inWorld } from '../harness/world.ts';

const ROUNDS = 5;
const SECONDS = 5;

/** The share of the max rate, and the goal for p99 as a multiple of p50. */
const levels = [
  [0.25, 6],
  [0.5, 6],
  [0.75, 9],
] as const;

export const measure: Measure = () =>
  inWorld(async (world) => {
    const { capacity, send } = await openLoad(world);
    const rows = [];
    for (const [share, maxRatio] of levels) {
      const rounds: Sent[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await send(share, SECONDS));
      const percentiles = (of: number) => rounds.map(({ milliseconds }) => quantile([...milliseconds], of));
      const all = rounds.flatMap(({ milliseconds }) => milliseconds);
      const failures = rounds.reduce((sum, round) => sum + round.failures, 0);
      const level = `check-ins at ${share * 100} % of ${format(capacity)}/s`;
      const p99 = { what: `${level}: p99`, unit: 'ms', ours: percentiles(0.99) };
      rows.push(
        compare({ ...p99, peer: 'p50', peers: percentiles(0.5), goal: atMost(maxRatio) }),
        count(
          `${level}: failures`,
          '',
          failures,
          atMost(0),
          `of ${all.length}; p99.9 ${format(quantile(all, 0.999))} ms`,
        ),
      );
    }
    return rows;
  });
