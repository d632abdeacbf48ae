import { Duration } from 'aws-cdk-lib/core';
import { Stats, type Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { AlarmSet } from './alarm-set.ts';
import { businessMetric } from './business-metric.ts';
import { capitalise } from './capitalise.ts';
import type { MonitoringProps } from './monitoring-props.ts';

/** 5xx responses in five minutes that are more than one unlucky request. */
const SERVER_ERRORS = 5;
/** A push this late no longer helps at the gate; in milliseconds. */
const PUSH_DELAY = 5 * 60_000;

/** The alarms of the service's stack. */
export class Alarms extends AlarmSet {
  /** Those that a faulty release sets off: while one of them is on, a release is taken back. */
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
    this.#watchPushes(monitored);
    this.#watchCredentials(monitored);
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
      alarmDescription: 'Pushes failed for good; the queue PushFailures says which.',
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
