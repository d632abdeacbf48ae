import { atMost, count, format, type Measure } from '../harness/figures.ts';
import { openLoad } from '../harness/open-load.ts';
import { inWorld } from '../harness/world.ts';

const MINUTES = 5;
const MEBIBYTE = 1024 * 1024;

/** Measures the memory of the service after each of {@link MINUTES} minutes at half of the max rate. */
export const measure: Measure = () =>
  inWorld(async (world) => {
    const { capacity, send } = await openLoad(world);
    const mebibytes: number[] = [];
    let [failures, total] = [0, 0];
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const hits = await send(0.5, 60);
      failures += hits.filter(({ hasFailed }) => hasFailed).length;
      total += hits.length;
      mebibytes.push((await world.service.memory()) / MEBIBYTE);
    }
    const growth = (mebibytes.at(-1) ?? 0) / (mebibytes[0] ?? 0);
    const note = `MiB by minute: ${mebibytes.map(format).join(', ')}`;
    return [
      count(`${format(capacity / 2)}/s: memory, last minute ÷ first`, '×', growth, atMost(1.2), note),
      count('failures', '', failures, atMost(0), `of ${total}`),
    ];
  });
