import { median, quantile } from 'simple-statistics';

/** One benchmark, which `npm run bench -- --only NAME` runs. */
export type Measure = () => Promise<readonly (readonly string[])[]>;

/** Formats a number with three significant digits. */
const format = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly peer: string;
  readonly theirs: readonly number[];
  /** The highest ratio that is good. */
  readonly goal: number;
}

/**
 * Compares round by round, because a disturbance of the machine affects all runs of a round. With quartiles on both sides of the
 * goal, the verdict is `undecided`.
 * @returns a row of a table
 */
export const compare = ({ what, unit, ours, peer, theirs, goal }: Comparison): readonly string[] => {
  const ratios = ours.map((value, round) => value / (theirs[round] as number));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share)) as [number, number, number];
  const verdict = high <= goal ? 'reached' : '**missed**';
  return [
    what,
    `${format(median([...ours]))} ${unit}`,
    `${peer} ${format(median([...theirs]))} ${unit}`,
    `${middle.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`,
    `≤${goal.toFixed(2)}`,
    low <= goal && goal < high ? 'undecided' : verdict,
  ];
};

/** Runs the subjects in turn, A B C A B C, after one round that is not counted. @returns the results of each subject */
export const interleave = async <Name extends string, Result>(
  subjects: Readonly<Record<Name, () => Promise<Result>>>,
  rounds: number,
): Promise<Record<Name, Result[]>> => {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const result = await subjects[name]();
      if (round > 0) results[name].push(result);
    }
  return results;
};

const HEAD = ['measure', 'ours', 'against', 'ratio (quartiles)', 'goal', 'verdict'];

/** Makes a table in Markdown. */
export const formatTable = (rows: Awaited<ReturnType<Measure>>): string =>
  [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
