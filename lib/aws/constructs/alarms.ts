import { Duration } from 'aws-cdk-lib/core';
import {
  Alarm,
  ComparisonOperator,
  Stats,
  TreatMissingData,
  type CreateAlarmOptions,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { businessMetric } from './business-metric.ts';
import { capitalise } from './capitalise.ts';
import type { MonitoringProps } from './monitoring-props.ts';

type AlarmOptions = Pick<CreateAlarmOptions, 'threshold' | 'alarmDescription'> & Partial<CreateAlarmOptions>;

/** 5xx answers in five minutes that are more than one unlucky request. */
const SERVER_ERRORS = 5;
/** A push this late is no help at the gate; in milliseconds. */
const PUSH_DELAY = 5 * 60_000;

/** Calls a person when the service needs one. Each description says where to go on reading. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly #topic: ITopic;

  constructor(
    scope: Construct,
    id: string,
    { topic, monitored }: { readonly topic: ITopic; readonly monitored: MonitoringProps },
  ) {
    super(scope, id);
    this.#topic = topic;
    this.#watchApi(monitored);
    this.#watchFunctions(monitored);
    this.#watchTables(monitored);
    this.#watchPushes(monitored);
    this.#watchCredentials(monitored);
  }

  #add(id: string, metric: IMetric, options: AlarmOptions): void {
    const alarm = new Alarm(this, id, {
      metric,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...options,
      alarmDescription: `${options.alarmDescription} See docs/operations.md, alarm ${id}.`,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.all.push(alarm);
  }

  #watchApi({ api, settings }: MonitoringProps): void {
    this.#add('ServerErrors', api.metricServerError({ statistic: Stats.SUM }), {
      threshold: SERVER_ERRORS,
      alarmDescription: `${SERVER_ERRORS} or more requests in 5 minutes were answered with a 5xx.`,
    });
    this.#add('Latency', api.metricLatency({ statistic: Stats.p(95) }), {
      threshold: settings.alarmLatencyMilliseconds,
      // A quarter of an hour: one cold start in a quiet period is a whole percentile.
      evaluationPeriods: 3,
      evaluateLowSampleCountPercentile: 'ignore',
      alarmDescription: `One request in 20 took ${settings.alarmLatencyMilliseconds} ms or more, for 15 minutes.`,
    });
  }

  #watchFunctions({ functions }: MonitoringProps): void {
    for (const [name, { function: each }] of Object.entries(functions)) {
      this.#add(`${capitalise(name)}Errors`, each.metricErrors(), {
        threshold: 1,
        alarmDescription: `Function ${name} failed or ran out of time, rather than responseMiddleware.`,
      });
      this.#add(`${capitalise(name)}Throttles`, each.metricThrottles(), {
        threshold: 1,
        alarmDescription: `Function ${name} was not run for want of concurrent executions.`,
      });
    }
  }

  #watchTables({ tables }: MonitoringProps): void {
    for (const [name, throttles] of Object.entries(tables.throttles)) {
      this.#add(`${capitalise(name)}TableThrottles`, throttles, {
        threshold: 1,
        alarmDescription: `DynamoDB throttled requests to the table of ${name}.`,
      });
    }
  }

  #watchPushes({ functions, pushFailures }: MonitoringProps): void {
    this.#add('PushesFailed', pushFailures.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }), {
      threshold: 1,
      alarmDescription: 'Pushes were given up; they are in the queue PushFailures.',
    });
    this.#add('PushRecordsUnreadable', businessMetric(this, 'PushRecordsUnreadable'), {
      threshold: 1,
      alarmDescription: 'A check-in that the push function cannot read was written to the bookings by somebody else.',
    });
    this.#add('PushesLate', functions.push.function.metric('IteratorAge', { statistic: Stats.MAXIMUM }), {
      threshold: PUSH_DELAY,
      alarmDescription: `Pushes lag behind check-ins by ${Duration.millis(PUSH_DELAY).toMinutes()} minutes or more.`,
    });
  }

  #watchCredentials({ settings }: MonitoringProps): void {
    this.#add('FailedLogins', businessMetric(this, 'LoginFailed'), {
      threshold: settings.alarmFailedLogins,
      alarmDescription: `${settings.alarmFailedLogins} or more log-ins failed in 5 minutes.`,
    });
    this.#add('RefreshTokenReused', businessMetric(this, 'RefreshTokenReused'), {
      threshold: 1,
      alarmDescription: 'A refresh token was used again after its time: it may have been stolen.',
    });
  }
}
