import type { MetricName } from './metric-names.ts';

/** The CloudWatch namespace of the metrics. */
export const METRIC_NAMESPACE = 'CheckinService';

/** Log levels in order of severity; `CRITICAL` and `SILENT` are only thresholds. */
const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT'] as const;
type Level = 'INFO' | 'WARN' | 'ERROR';

/** The fields of a line. An error in the field `error` is written with its stack and causes. */
type Fields = Readonly<Record<string, unknown>>;

/** Writes one JSON line per message, and metrics. */
export interface Logger {
  info(message: string, fields: Fields): void;
  warn(message: string, fields: Fields): void;
  error(message: string, fields: Fields): void;
  /** Adds to a metric, which {@link publishCounts} writes. */
  count(name: MetricName, value?: number): void;
  publishCounts(): void;
}

const describeError = ({ name, message, stack, cause, ...rest }: Error): object => ({
  name,
  message,
  ...('code' in rest && { code: rest.code }),
  stack,
  ...(cause instanceof Error && { cause: describeError(cause) }),
});

/** Does not use `console`, because Lambda adds text to each line that `console` writes. */
const writeLine = (stream: NodeJS.WritableStream, line: object): void => void stream.write(`${JSON.stringify(line)}\n`);

/** Reads the id of a traced event from the variable that Lambda sets: `Root=1-5759e988-bd862e3fe1be46a994272793;…;Sampled=1`. */
const traceId = (): string | undefined => {
  const { _X_AMZN_TRACE_ID: trace = '' } = process.env;
  return trace.includes('Sampled=1') ? trace.split(';')[0]?.replace('Root=', '') : undefined;
};

/**
 * Replaces Powertools for AWS Lambda, which would make up a ninth of a bundle and a twentieth of a cold start. Variables and
 * fields have the names that Powertools gives them: `POWERTOOLS_SERVICE_NAME` (tells the stages of an account apart),
 * `POWERTOOLS_LOG_LEVEL`, `POWERTOOLS_METRICS_DISABLED`.
 * Metrics: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const makeLogger = (): Logger => {
  const { POWERTOOLS_SERVICE_NAME: service, POWERTOOLS_LOG_LEVEL = 'INFO', POWERTOOLS_METRICS_DISABLED } = process.env;
  const levelIndex = levels.findIndex((level) => level === POWERTOOLS_LOG_LEVEL.toUpperCase());
  const threshold = levelIndex < 0 ? levels.indexOf('INFO') : levelIndex;
  const counts = new Map<MetricName, number>();

  const writeAt =
    (level: Level) =>
    (message: string, { error, ...fields }: Fields): void => {
      if (levels.indexOf(level) < threshold) return;
      writeLine(level === 'INFO' ? process.stdout : process.stderr, {
        level,
        message,
        timestamp: new Date().toISOString(),
        service,
        xray_trace_id: traceId(),
        ...fields,
        ...(error !== undefined && { error: error instanceof Error ? describeError(error) : error }),
      });
    };

  return {
    info: writeAt('INFO'),
    warn: writeAt('WARN'),
    error: writeAt('ERROR'),

    count(name, value = 1) {
      counts.set(name, (counts.get(name) ?? 0) + value);
    },

    publishCounts() {
      if (counts.size > 0 && POWERTOOLS_METRICS_DISABLED !== 'true')
        writeLine(process.stdout, {
          _aws: {
            Timestamp: Date.now(),
            CloudWatchMetrics: [
              {
                Namespace: METRIC_NAMESPACE,
                Dimensions: [['service']],
                Metrics: Array.from(counts.keys(), (Name) => ({ Name, Unit: 'Count' })),
              },
            ],
          },
          service,
          ...Object.fromEntries(counts),
        });
      counts.clear();
    },
  };
};
