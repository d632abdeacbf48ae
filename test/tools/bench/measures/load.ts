import { atMost, count, format, type Measure } from '../harness/figures.ts';
import { openLoad } from '../harness/open-load.ts';
import { inWorld } from '../harness/world.ts';

const SECONDS = 20;

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
      const { total, failures, percentile } = await send(share, SECONDS);
      const [p50, p99, p999] = [percentile(0.5), percentile(0.99), percentile(0.999)];
      const level = `check-ins at ${share * 100} % of ${format(capacity)}/s`;
      const all = `p50 ${format(p50)} ms, p99 ${format(p99)} ms, p99.9 ${format(p999)} ms`;
      rows.push(
        count(`${level}: p99 against p50`, '×', p99 / p50, atMost(maxRatio), all),
        count(`${level}: failures of ${total}`, '', failures, atMost(0)),
      );
    }
    return rows;
  });
