import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

interface Count {
  readonly latencies: RecordableHistogram;
  readonly faults: Map<string, number>;
}

/** The results of the requests, by their names. */
export interface Tally {
  /** @param fault the error in the response, if any */
  add(name: string, milliseconds: number, fault?: string): void;
  faults(): number;
  table(seconds: number): string;
}

const MICROSECONDS = 1_000;
const columns = ['requests', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'faults'] as const;
const NAME_WIDTH = 28;
const COLUMN_WIDTH = 11;

const layOut = (name: string, cells: readonly (string | number)[]): string =>
  name.padEnd(NAME_WIDTH) + cells.map((cell) => String(cell).padStart(COLUMN_WIDTH)).join('');

const sum = (faults: ReadonlyMap<string, number>): number => [...faults.values()].reduce((all, one) => all + one, 0);

const describe = (name: string, { latencies, faults }: Count, seconds: number): string => {
  const at = (percent: number): string => (latencies.percentile(percent) / MICROSECONDS).toFixed(1);
  const latest = [at(50), at(95), at(99), (latencies.max / MICROSECONDS).toFixed(1)];
  return layOut(name, [latencies.count, (latencies.count / seconds).toFixed(1), ...latest, sum(faults)]);
};

export const makeTally = (): Tally => {
  const counts = new Map<string, Count>();
  const countOf = (name: string): Count => {
    const count = counts.get(name) ?? { latencies: createHistogram(), faults: new Map() };
    counts.set(name, count);
    return count;
  };
  return {
    add(name, milliseconds, fault) {
      for (const { latencies, faults } of [countOf(name), countOf('all')]) {
        latencies.record(Math.max(1, Math.round(milliseconds * MICROSECONDS)));
        if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      }
    },
    faults: () => sum(countOf('all').faults),
    table(seconds) {
      const rows = [...counts].toSorted(([one], [other]) => Number(one === 'all') - Number(other === 'all'));
      const errorLines = [...countOf('all').faults].map(([fault, times]) => `${times} times: ${fault}`);
      return [layOut('', columns), ...rows.map(([name, count]) => describe(name, count, seconds)), ...errorLines].join(
        '\n',
      );
    },
  };
};
