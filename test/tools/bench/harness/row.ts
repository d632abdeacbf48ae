import { ratioOf, type Samples } from './samples.ts';

/** `undecided`: runs are on both sides of the goal, or the measure could not be run here. */
export type Verdict = 'reached' | 'missed' | 'undecided';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  /** The compared software, and its figure. */
  readonly peer: string;
  readonly ratio: string;
  readonly goal: string;
  /** Default: a figure without a goal. */
  readonly verdict?: Verdict;
}

/** A measure: what `npm run bench -- --only NAME` runs. */
export interface Measure {
  readonly describes: string;
  /** Its usual duration on two idle cores. */
  readonly seconds: number;
  /** Whether it needs units that only DynamoDB and DynamoDB Local report; it is skipped without them. */
  readonly needsDynamoDbLocal?: boolean;
  readonly run: () => Promise<readonly Row[]>;
}

/** The row of what needs DynamoDB Local, on a machine that cannot run it. */
export const notMeasured = (what: string): Row => ({
  what: `${what}: not measured, no Java`,
  ours: '',
  peer: '',
  ratio: '',
  goal: '',
  verdict: 'undecided',
});

export interface Limit {
  readonly relation: '<=' | '<' | '>=';
  readonly value: number;
}

export const format = (value: number): string => {
  if (value !== 0 && Math.abs(value) < 10) return value.toFixed(2);
  return Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0);
};

export const formatSpread = ({ median, spread: [low, high] }: Samples): string =>
  `${median.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;

const holds = (value: number, limit: Limit): boolean => {
  if (limit.relation === '>=') return value >= limit.value;
  return limit.relation === '<' ? value < limit.value : value <= limit.value;
};

/** A verdict only if both quartiles are on one side of the goal. */
export const judge = ({ spread: [low, high] }: Samples, limit: Limit): Verdict => {
  if (holds(low, limit) !== holds(high, limit)) return 'undecided';
  return holds(low, limit) ? 'reached' : 'missed';
};

interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly ours: Samples;
  readonly peerName: string;
  readonly peer: Samples;
  /** Default: a figure without a goal. */
  readonly limit?: Limit;
}

/** The service's figure divided by a peer's, round by round. */
export const compare = ({ what, unit, ours, peerName, peer, limit }: Comparison): Row => {
  const ratio = ratioOf(ours, peer);
  return {
    what,
    ours: `${format(ours.median)} ${unit}`,
    peer: `${peerName} ${format(peer.median)} ${unit}`,
    ratio: formatSpread(ratio),
    goal: limit ? `${limit.relation} ${limit.value.toFixed(2)}` : '',
    ...(limit && { verdict: judge(ratio, limit) }),
  };
};

interface Count {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly limit: Limit;
  /** Additional information, such as the cost of a simpler solution. */
  readonly peer?: string;
}

/** A count, which is the same in every run. */
export const judgeCount = ({ what, unit, ours, limit, peer = '' }: Count): Row => ({
  what,
  ours: `${Number(ours.toFixed(3))} ${unit}`.trim(),
  peer,
  ratio: '',
  goal: `${limit.relation} ${Number(limit.value.toFixed(3))}`,
  verdict: holds(ours, limit) ? 'reached' : 'missed',
});
