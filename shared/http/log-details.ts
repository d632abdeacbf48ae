import type { MetricName } from '../metric-names.ts';

type Counts = Readonly<Partial<Record<MetricName, number>>>;

/** Details logged about a request in addition to its response: never a secret, a token or a whole e-mail address. */
export interface LogDetails {
  /** Fields of the log line. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Added to business metrics. */
  readonly counts?: Counts;
  /** Logged as a warning. */
  readonly isSecurityEvent?: boolean;
}

export type AddToLog = (details: LogDetails) => void;

const addCounts = (one: Counts = {}, other: Counts = {}): Counts =>
  Object.fromEntries(
    (Object.keys({ ...one, ...other }) as MetricName[]).map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  );

export const mergeLogDetails = (one: LogDetails, other: LogDetails): LogDetails => ({
  ...one,
  ...other,
  fields: { ...one.fields, ...other.fields },
  counts: addCounts(one.counts, other.counts),
});
