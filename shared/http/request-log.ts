import type { MetricName } from '../metric-names.ts';
import { makeOperatorLog } from '../operator-log.ts';

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

export interface LoggedRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly sourceIp: string;
  readonly statusCode: number;
  readonly details: LogDetails;
  /** Logged, but not sent to the caller. */
  readonly error?: unknown;
}

export type RequestLog = (record: LoggedRequest) => void;

const levelOf = ({ statusCode, details }: LoggedRequest): 'error' | 'warn' | 'info' => {
  if (statusCode >= 500) return 'error';
  return details.isSecurityEvent ? 'warn' : 'info';
};

const reasonOf = (error: unknown): object => (error instanceof Error ? { reason: error.message } : {});

/** Writes one log line per request, and the request's business metrics. */
export const makeRequestLog = (): RequestLog => {
  const log = makeOperatorLog();

  return (record) => {
    const { requestId, sourceIp, operation, statusCode, details, error } = record;
    const level = levelOf(record);
    const errorFields = level === 'error' ? { error } : reasonOf(error);
    log[level](`${operation} ${statusCode}`, {
      requestId,
      sourceIp,
      statusCode,
      ...details.fields,
      ...errorFields,
    });
    for (const [name, value] of Object.entries(details.counts ?? {})) log.count(name as MetricName, value);
    log.publishCounts();
  };
};
