import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { MetricName } from '../metric-names.ts';
import { makeLogger } from '../logger.ts';

type Counts = Readonly<Partial<Record<MetricName, number>>>;

/** Details logged about a request in addition to its response: never a secret, a token or a whole e-mail address. */
interface LogLineDetails {
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Added to business metrics. */
  readonly counts?: Counts;
  /** Logged as a warning. */
  readonly isSecurityEvent?: boolean;
}

export type AddToLogLine = (details: LogLineDetails) => void;

export type RequestLogLine = ReturnType<typeof makeRequestLogLine>;

/** Collects what is logged about one request. `write` writes one log line, and the request's business metrics. */
export const makeRequestLogLine = (operation: string) => {
  const log = makeLogger();
  let fields: LogLineDetails['fields'];
  let level: 'info' | 'warn' = 'info';

  const add: AddToLogLine = (details) => {
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
