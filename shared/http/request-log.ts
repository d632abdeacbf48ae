import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { METRIC_NAMESPACE } from '../metric-names.ts';
import type { LogDetails } from './log-details.ts';

/** One request, as the operator sees it. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly sourceIp: string;
  readonly statusCode: number;
  readonly report: LogDetails;
  /** The full error, for the log only. */
  readonly error?: unknown;
}

export type RequestLog = (record: LoggedRequest) => void;

const levelOf = ({ statusCode, report }: LoggedRequest): 'error' | 'warn' | 'info' => {
  if (statusCode >= 500) return 'error';
  return report.isSecurityEvent ? 'warn' : 'info';
};

const reasonOf = (error: unknown): object => (error instanceof Error ? { reason: error.message } : {});

/**
 * One log line per request, and its business metrics in CloudWatch's embedded metric format. The deployment sets the
 * service name (`POWERTOOLS_SERVICE_NAME`), so that the stages of one account are counted separately.
 */
export const makeRequestLog = (): RequestLog => {
  const logger = new Logger();
  const metrics = new Metrics({ namespace: METRIC_NAMESPACE });

  const count = (counts: LogDetails['counts'] = {}): void => {
    for (const [name, value] of Object.entries(counts)) metrics.addMetric(name, MetricUnit.Count, value);
    if (Object.keys(counts).length > 0) metrics.publishStoredMetrics();
  };

  return (record) => {
    const { requestId, sourceIp, operation, statusCode, report, error } = record;
    const level = levelOf(record);
    const detail = level === 'error' ? { error: error as Error } : reasonOf(error);
    logger[level](`${operation} ${statusCode}`, { requestId, sourceIp, statusCode, ...report.fields, ...detail });
    count(report.counts);
  };
};
