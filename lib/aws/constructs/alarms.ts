import { Duration } from 'aws-cdk-lib/core';
import {
  ComparisonOperator,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
  type Alarm,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlarmSet } from './alarm-set.ts';
import { businessMetric } from './business-metric.ts';
import { capitalise } from './capitalise.ts';
import type { MonitoringProps } from './monitoring-props.ts';

/** The number of 5xx responses in five minutes that starts the alarm: more than the retries of one failed request. */
export const SERVER_ERRORS = 5;
/** The percentage of 4xx responses that starts the alarm; a few are mistakes of single clients. */
const CLIENT_ERROR_PERCENT = 50;
/** With fewer requests in a quarter of an hour, a percentage means little. */
const FEW_REQUESTS = 20;
/** The used percentage of the account's concurrent executions that starts the alarm: a small peak could use the rest. */
const CONCURRENCY_PERCENT = 80;
/** Hours that a failed push may wait for an operator. The stream keeps its records for 24 hours. */
const FAILED_PUSH_HOURS = 12;

/** A push this late is no longer useful at the gate; in milliseconds. */
export const PUSH_DELAY = 5 * 60_000;

/** The alarms of the service's stack. */
export class Alarms extends AlarmSet {
  /** The alarms that stop a release: while one of them is on, the release is rolled back. */
  readonly ofReleases: Alarm[] = [];

  constructor(
    scope: Construct,
    id: string,
    { topic, monitored }: { readonly topic: ITopic; readonly monitored: MonitoringProps },
  ) {
    super(scope, id, topic);
    this.#watchApi(monitored);
    this.#watchFunctions(monitored);
    this.#watchTables(monitored);
    this.#watchAccount();
    this.#watchPushes(monitored);
    this.#watchCredentials(monitored);
    this.#watchLog();
  }

  #watchApi({ api, settings }: MonitoringProps): void {
    const serverErrors = this.add('ServerErrors', api.metricServerError({ statistic: Stats.SUM }), {
      threshold: SERVER_ERRORS,
      alarmDescription: `${SERVER_ERRORS} or more requests got a 5xx response in 5 minutes.`,
    });
    const latency = this.add('Latency', api.metricLatency({ statistic: Stats.p(95) }), {
      threshold: settings.alarmLatencyMilliseconds,
      // A quarter of an hour: one cold start in a quiet period is a whole percentile.
      evaluationPeriods: 3,
      evaluateLowSampleCountPercentile: 'ignore',
      alarmDescription: `One request in 20 took ${settings.alarmLatencyMilliseconds} ms or more, for 15 minutes.`,
    });
    this.ofReleases.push(serverErrors, latency);
    const quarter = { period: Duration.minutes(15), statistic: Stats.SUM };
    const usingMetrics = { errors: api.metricClientError(quarter), requests: api.metricCount(quarter) };
    const percentage = `IF(requests >= ${FEW_REQUESTS}, 100 * errors / requests, 0)`;
    this.add(
      'ClientErrors',
      new MathExpression({ expression: percentage, usingMetrics, period: quarter.period, label: '4xx (%)' }),
      {
        threshold: CLIENT_ERROR_PERCENT,
        alarmDescription: `${CLIENT_ERROR_PERCENT} % or more of the requests in 15 minutes got a 4xx response.`,
      },
    );
    this.#watchTraffic({ api, settings });
  }

  /** A lack of requests is a fault only in the hours when people arrive. */
  #watchTraffic({ api, settings: { alarmNoTrafficHoursUtc } }: Pick<MonitoringProps, 'api' | 'settings'>): void {
    if (alarmNoTrafficHoursUtc === undefined) return;
    const [from, until] = alarmNoTrafficHoursUtc.split('-').map(Number) as [number, number];
    const period = Duration.minutes(15);
    const usingMetrics = { requests: api.metricCount({ period, statistic: Stats.SUM }) };
    const isOfficeHour = `HOUR(requests) >= ${from} AND HOUR(requests) < ${until} AND DAY(requests) < 6`;
    const expression = `IF(${isOfficeHour}, FILL(requests, 0), 1)`;
    this.add('NoTraffic', new MathExpression({ expression, usingMetrics, period, label: 'Requests' }), {
      threshold: 0,
      comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 2,
      treatMissingData: TreatMissingData.BREACHING,
      alarmDescription: `Nobody called for 30 minutes, between ${from} and ${until} o'clock UTC on a working day.`,
    });
  }

  #watchFunctions({ functions }: MonitoringProps): void {
    for (const [name, { function: each }] of Object.entries(functions)) {
      const errors = this.add(`${capitalise(name)}Errors`, each.metricErrors(), {
        threshold: 1,
        alarmDescription: `Function ${name} crashed or ran out of time.`,
      });
      if (name !== 'push') this.ofReleases.push(errors);
      this.add(`${capitalise(name)}Throttles`, each.metricThrottles(), {
        threshold: 1,
        alarmDescription: `Lambda had no execution free for function ${name}.`,
      });
    }
  }

  #watchAccount(): void {
    const used = new Metric({ namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', statistic: Stats.MAXIMUM });
    const percentage = new MathExpression({
      expression: '100 * used / SERVICE_QUOTA(used)',
      usingMetrics: { used },
      label: 'Concurrency (%)',
    });
    this.add('AccountConcurrency', percentage, {
      threshold: CONCURRENCY_PERCENT,
      alarmDescription: `The functions of the account use ${CONCURRENCY_PERCENT} % or more of its concurrent executions.`,
    });
  }

  #watchTables({ tables }: MonitoringProps): void {
    for (const [name, throttles] of Object.entries(tables.throttles)) {
      this.add(`${capitalise(name)}TableThrottles`, throttles, {
        threshold: 1,
        alarmDescription: `DynamoDB throttled requests to the table ${name}.`,
      });
    }
  }

  #watchPushes({ functions, pushFailures }: MonitoringProps): void {
    this.add('PushesFailed', pushFailures.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }), {
      threshold: 1,
      alarmDescription: 'Pushes failed permanently; the queue PushFailures lists them.',
    });
    const age = pushFailures.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM });
    this.add('PushesFailedLongAgo', age, {
      threshold: Duration.hours(FAILED_PUSH_HOURS).toSeconds(),
      alarmDescription: `A failed push has waited ${FAILED_PUSH_HOURS} hours for an operator.`,
    });
    this.add('PushRecordsUnreadable', businessMetric(this, 'PushRecordsUnreadable'), {
      threshold: 1,
      alarmDescription: 'The push function cannot read a check-in: something other than the service wrote it.',
    });
    this.add('PushesLate', functions.push.function.metric('IteratorAge', { statistic: Stats.MAXIMUM }), {
      threshold: PUSH_DELAY,
      alarmDescription: `Pushes lag behind check-ins by ${Duration.millis(PUSH_DELAY).toMinutes()} minutes or more.`,
    });
  }

  #watchLog(): void {
    this.add('ActivityLogFailed', businessMetric(this, 'ActivityLogFailed'), {
      threshold: 1,
      alarmDescription: 'Entries of the activity log could not be written; the check-ins were performed.',
    });
  }

  #watchCredentials({ settings }: MonitoringProps): void {
    this.add('FailedLogins', businessMetric(this, 'LoginFailed'), {
      threshold: settings.alarmFailedLogins,
      alarmDescription: `${settings.alarmFailedLogins} or more log-ins failed in 5 minutes.`,
    });
    this.add('RefreshTokenReused', businessMetric(this, 'RefreshTokenReused'), {
      threshold: 1,
      alarmDescription: 'A refresh token was used again after its grace period: it may have been stolen.',
    });
  }
}
