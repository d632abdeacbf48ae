import { ratioOf, type Samples } from './samples.ts';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  /** What it is held against, and its figure. */
  readonly peer: string;
  readonly ratio: string;
  readonly goal: string;
  readonly isReached: boolean;
}

/** A measure: what `npm run bench -- --only NAME` runs. */
export interface Measure {
  readonly describes: string;
  readonly run: () => Promise<readonly Row[]>;
}

export const format = (value: number): string => {
  if (value !== 0 && Math.abs(value) < 10) return value.toFixed(2);
  return Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0);
};

export const formatSpread = ({ median, spread: [low, high] }: Samples): string =>
  `${median.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;

interface Limit {
  readonly relation: '<=' | '<' | '>=';
  readonly value: number;
}

const holds = (median: number, { relation, value }: Limit): boolean => {
  if (relation === '>=') return median >= value;
  return relation === '<' ? median < value : median <= value;
};

interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly ours: Samples;
  readonly peerName: string;
  readonly peer: Samples;
  readonly limit: Limit;
}

/** Ours against a peer: the median of the ratios of the rounds decides. */
export const compare = ({ what, unit, ours, peerName, peer, limit }: Comparison): Row => {
  const ratio = ratioOf(ours, peer);
  return {
    what,
    ours: `${format(ours.median)} ${unit}`,
    peer: `${peerName} ${format(peer.median)} ${unit}`,
    ratio: formatSpread(ratio),
    goal: `${limit.relation} ${limit.value.toFixed(2)}`,
    isReached: holds(ratio.median, limit),
  };
};
