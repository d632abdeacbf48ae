/** The figures of several runs. */
export interface Samples {
  readonly median: number;
  /** The quartiles: half of the runs lie between them. */
  readonly spread: readonly [low: number, high: number];
  readonly all: readonly number[];
}

const quantile = (sorted: readonly number[], share: number): number => {
  const position = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(position)] as number, sorted[Math.ceil(position)] as number];
  return low + (high - low) * (position - Math.floor(position));
};

export const summarise = (all: readonly number[]): Samples => {
  const sorted = all.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), spread: [quantile(sorted, 0.25), quantile(sorted, 0.75)], all };
};

/** Compares the runs of the same round, because a disturbance of the machine affects both. */
export const ratioOf = (one: Samples, other: Samples): Samples =>
  summarise(one.all.map((value, round) => value / (other.all[round] as number)));

/** The differences of the runs of the same round. */
export const differenceOf = (one: Samples, other: Samples): Samples =>
  summarise(one.all.map((value, round) => value - (other.all[round] as number)));
