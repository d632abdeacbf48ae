import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { MetricName } from '../metric-names.ts';
import { makeOperatorLog } from '../logger.ts';

type Counts = Readonly<Partial<Record<MetricName, number>>>;

/** Details logged about a request in addition to its response: never a secret, a token or a whole e-mail address. */
export interface LogDetails {
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Added to business metrics. */
  readonly counts?: Counts;
  /** Logged as a warning. */
  readonly isSecurityEvent?: boolean;
}

export type AddToLog = (details: LogDetails) => void;

export type RequestLog = ReturnType<typeof makeRequestLog>;

/** Collects what is logged about one request. `write` writes one log line, and the request's business metrics. */
export const makeRequestLog = (operation: string) => {
  const log = makeOperatorLog();
  let fields: LogDetails['fields'];
  let level: 'info' | 'warn' = 'info';

  const add: AddToLog = (details) => {
    fields = { ...fields, ...details.fields };
    if (details.isSecurityEvent) level = 'warn';
    for (const [name, value] of Object.entries(details.counts ?? {})) log.count(name as MetricName, value);
  };

  /** @param error logged, but not sent to the caller */
  const write = (
    { requestId, http: { sourceIp } }: APIGatewayProxyEventV2['requestContext'],
    statusCode: number,
    error: unknown,
  ) => {
    const reason = error instanceof Error ? { reason: error.message } : {};
    const isFailure = statusCode >= 500;
    const line = { requestId, sourceIp, statusCode, ...fields, ...(isFailure ? { error } : reason) };
    log[isFailure ? 'error' : level](`${operation} ${statusCode}`, line);
    log.publishCounts();
  };
  return { add, write };
};
