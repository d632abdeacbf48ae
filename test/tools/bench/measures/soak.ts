import { logInAt } from '../harness/gate.ts';
import { atMost, count, format, type Measure } from '../harness/figures.ts';
import { inWorld } from '../harness/world.ts';
import { failuresOf, measureCapacity, sendAtRate } from './load.ts';

const MINUTES = 5;
const MEBIBYTE = 1024 * 1024;

/** Half of the max rate for {@link MINUTES} minutes: the memory of the service after each of them. */
export const measure: Measure = () =>
  inWorld(async (world) => {
    const server = await logInAt(world.service, world);
    const capacity = await measureCapacity(server, world);
    const mebibytes: number[] = [];
    let [failures, total] = [0, 0];
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const result = await sendAtRate(server, world, capacity / 2, 60);
      failures += failuresOf(result);
      total += result.requests.total;
      mebibytes.push((await server.memory()) / MEBIBYTE);
    }
    const [first = 0] = mebibytes;
    const level = `${MINUTES} minutes of check-ins at 50 % of ${format(capacity)}/s`;
    const each = `after each minute ${mebibytes.map((size) => size.toFixed(0)).join(', ')} MiB`;
    return [
      count(
        `${level}: memory after the last minute against the first`,
        '×',
        (mebibytes.at(-1) ?? 0) / first,
        atMost(1.2),
        each,
      ),
      count(`${level}: failures of ${total}`, '', failures, atMost(0)),
    ];
  });
