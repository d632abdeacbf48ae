import type { MetricName } from '../metric-names.ts';

/** What is logged about a request in addition to its response. Never a secret, a token or a whole e-mail address. */
export interface LogDetails {
  /** Fields of the request's log line. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Business metrics to increment. */
  readonly counts?: Readonly<Partial<Record<MetricName, number>>>;
  /** Logged as a warning that a person should look at. */
  readonly isSecurityEvent?: boolean;
}

export type AddToLog = (details: LogDetails) => void;

export const mergeLogDetails = (one: LogDetails, other: LogDetails): LogDetails => ({
  ...one,
  ...other,
  fields: { ...one.fields, ...other.fields },
  counts: { ...one.counts, ...other.counts },
});
