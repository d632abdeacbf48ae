import type { MetricName } from '../metric-names.ts';

/** What a request tells the operator besides its answer. Never a secret, a token or a whole e-mail address. */
export interface Report {
  /** Members of the request's log line. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Business metrics to count up. */
  readonly counts?: Readonly<Partial<Record<MetricName, number>>>;
  /** Logged as a warning that a person should look at. */
  readonly isSecurityEvent?: boolean;
}

export type Note = (report: Report) => void;

export const joinReports = (one: Report, other: Report): Report => ({
  ...one,
  ...other,
  fields: { ...one.fields, ...other.fields },
  counts: { ...one.counts, ...other.counts },
});
