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
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { AlarmSet, businessMetric } from './alarm-set.ts';
import { capitalise } from './capitalise.ts';
import { ALIAS_NAME, type ServiceFunction } from './service-function.ts';
import type { StreamDelivery } from './stream-delivery.ts';
import type { HttpApi, RouteCount } from './http-api.ts';
import type { ServiceTables } from './service-tables.ts';
import type { RouteId } from '../../../shared/routes.ts';
import type { ServiceFunctionName } from '../function-needs.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { MetricName } from '../../../shared/metric-names.ts';

/** The number of 5xx responses in five minutes that fires the alarm. One failed request and its retries stay below it. */
export const SERVER_ERRORS = 5;
/** The delay that fires the alarm. A push this late is no use at the gate, and an event this late cannot release a desk. */
export const MAX_DELAY_MILLISECONDS = 5 * 60_000;
/** The percentage of 4xx responses of a route that fires the alarm. A lower percentage can come from single clients. */
const CLIENT_ERROR_PERCENT = 50;
/** The percentage of 429 responses of a route that fires the alarm. A short burst stays below it. */
const TOO_MANY_REQUESTS_PERCENT = 5;
/** The number of requests in 15 minutes below which percentages are ignored. */
const MIN_REQUESTS = 20;
/** The alarm fires when functions claim this percentage of the account's concurrency. A small peak could use the rest. */
const CONCURRENCY_PERCENT = 80;
/** The functions that somebody at a gate waits for. The others can take seconds. */
const GATE_FUNCTIONS = ['auth', 'refresh', 'checkin'] as const;
/**
 * The hours that a failed delivery waits for an operator before it fires the alarm. The stream keeps its records for 24 hours.
 */
const FAILED_HOURS = 12;

/** The number of dry runs for unknown people in five minutes that fires the alarm. Trying out a gate takes fewer. */
const DRY_RUNS_FOUND_NOBODY = 20;

/** Metrics that fire an alarm if they are counted once in five minutes, with the alarm's description. */
const ONE_IS_TOO_MANY = {
  ClientsSilent: 'An API client has not logged in or refreshed for longer than its limit.',
  SecretsEnding: 'A secret of an API client ends soon; the alarm fires 30, 14, 7 and 1 days before.',
  LoginDeniedByAddress: 'Somebody logged in with the right secret from a network that the client may not use.',
  PushRecordsUnreadable: 'The push function cannot read a check-in: something other than the service wrote it.',
  ActivityLogFailed: 'Entries of the activity log could not be written; the check-ins were performed.',
  RefreshTokenReused: 'A refresh token was used again after its grace period: it may have been stolen.',
} as const satisfies Partial<Record<MetricName, string>>;

/** Options of an alarm that also fires without data, for metrics whose absence is the fault. */
const IF_MISSING = {
  threshold: 0,
  comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

/** The parts of the service that the alarms and the dashboard show. */
export interface MonitoringProps {
  readonly http: HttpApi;
  readonly functions: Readonly<Record<ServiceFunctionName, ServiceFunction>> & { readonly events?: ServiceFunction };
  readonly tables: ServiceTables;
  /** Deliveries from streams to functions. */
  readonly deliveries: { readonly push: StreamDelivery; readonly events?: StreamDelivery };
  /** Runs of housekeeping that failed after all retries. */
  readonly housekeepingFailures: Queue;
  readonly settings: StageSettings;
}

export class Alarms extends AlarmSet {
  /** The alarms that stop a release: while one of them is on, the release is rolled back. */
  readonly releaseAlarms: Alarm[] = [];

  constructor(scope: Construct, id: string, topic: ITopic, monitored: MonitoringProps) {
    super(scope, id, topic);
    const { functions, deliveries } = monitored;
    this.#watchApi(monitored);
    this.#watchResources(monitored);
    this.#watchDelivery('Pushes', 'PushFailures', deliveries.push, functions.push);
    if (deliveries.events && functions.events)
      this.#watchDelivery('Events', 'EventFailures', deliveries.events, functions.events);
    this.#watchBusiness(monitored);
  }

  #watchApi(monitored: MonitoringProps): void {
    const { http, settings } = monitored;
    const { api } = http;
    const serverErrors = this.add('ServerErrors', api.metricServerError({ statistic: Stats.SUM }), {
      threshold: SERVER_ERRORS,
      alarmDescription: `${SERVER_ERRORS} or more requests got a 5xx response in 5 minutes.`,
    });
    this.add('Latency', api.metricLatency({ statistic: Stats.p(95) }), {
      threshold: settings.alarmLatencyMilliseconds,
      // Three periods are a quarter of an hour. In a single quiet period, one cold start determines the percentile.
      evaluationPeriods: 3,
      evaluateLowSampleCountPercentile: 'ignore',
      alarmDescription: `One request in 20 took ${settings.alarmLatencyMilliseconds} ms or more, for 15 minutes.`,
    });
    this.releaseAlarms.push(serverErrors);
    if (settings.trafficShift !== 'AllAtOnce') this.releaseAlarms.push(this.#watchRelease(monitored));
    if (settings.alarmsByRoute) {
      this.#watchRoutes(http, 'ClientErrors', CLIENT_ERROR_PERCENT, '4xx');
      this.#watchRoutes(http, 'TooManyRequests', TOO_MANY_REQUESTS_PERCENT, '429');
    }
    this.#watchTraffic(http, settings);
  }

  /**
   * Watches the new versions of the functions that somebody at a gate waits for. CloudWatch has data by version only while a
   * release moves traffic.
   */
  #watchRelease({ functions, settings }: MonitoringProps): Alarm {
    const period = Duration.minutes(1);
    const usingMetrics = Object.fromEntries(
      GATE_FUNCTIONS.map((name) => {
        const { function: gateFunction } = functions[name];
        const dimensionsMap = {
          FunctionName: gateFunction.functionName,
          Resource: `${gateFunction.functionName}:${ALIAS_NAME}`,
          ExecutedVersion: gateFunction.currentVersion.version,
        };
        return [name, gateFunction.metricDuration({ statistic: Stats.p(95), period }).with({ dimensionsMap })];
      }),
    );
    const expression = `MAX([${GATE_FUNCTIONS.join(', ')}])`;
    return this.add('ReleaseLatency', new MathExpression({ expression, usingMetrics, period, label: 'p95 (ms)' }), {
      threshold: settings.alarmLatencyMilliseconds,
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
      alarmDescription: `One call in 20 of a new version took ${settings.alarmLatencyMilliseconds} ms or more, in 3 of 5 minutes.`,
    });
  }

  /**
   * Watches the percentage of one kind of response, with one alarm per route. In a single alarm for all routes, the many
   * check-ins would hide failing log-ins.
   */
  #watchRoutes(http: HttpApi, name: Exclude<RouteCount, 'Requests'>, percent: number, status: string): void {
    const period = Duration.minutes(15);
    const found = http.countByRoute(name, period);
    for (const [route, requests] of Object.entries(http.countByRoute('Requests', period))) {
      const usingMetrics = { found: found[route as RouteId], requests };
      const expression = `IF(requests >= ${MIN_REQUESTS}, 100 * found / requests, 0)`;
      const metric = new MathExpression({ expression, usingMetrics, period, label: `${status} (%)` });
      this.add(`${capitalise(route)}${name}`, metric, {
        threshold: percent,
        alarmDescription: `${percent} % or more of the requests to the route ${route} in 15 minutes got a ${status} response.`,
      });
    }
  }

  /** Missing requests fire the alarm only in the hours when people arrive. */
  #watchTraffic({ api }: HttpApi, { alarmNoTrafficHoursUtc }: MonitoringProps['settings']): void {
    if (alarmNoTrafficHoursUtc === undefined) return;
    const [from, until] = alarmNoTrafficHoursUtc.split('-').map(Number) as [number, number];
    const period = Duration.minutes(15);
    const counted = api.metricCount({ period, statistic: Stats.SUM });
    // Without FILL, a period without requests has no data and HOUR() has no value, so every quiet night would fire the alarm.
    const requests = new MathExpression({ expression: 'FILL(counted, 0)', usingMetrics: { counted }, period });
    const isOfficeHour = `HOUR(requests) >= ${from} AND HOUR(requests) < ${until} AND DAY(requests) < 6`;
    const expression = `IF(${isOfficeHour}, requests, 1)`;
    const metric = new MathExpression({ expression, usingMetrics: { requests }, period, label: 'Requests' });
    this.add('NoTraffic', metric, {
      ...IF_MISSING,
      evaluationPeriods: 2,
      alarmDescription: `Nobody called for 30 minutes, between ${from} and ${until} o'clock UTC on a working day.`,
    });
  }

  #watchResources({ functions, tables, housekeepingFailures, settings }: MonitoringProps): void {
    for (const [name, { function: watched, alias }] of Object.entries(functions)) {
      const errors = this.watchFunction(name, watched);
      if (alias) this.releaseAlarms.push(errors);
    }
    for (const [name, throttles] of Object.entries(tables.throttles)) {
      const alarmDescription = `DynamoDB throttled requests to the table ${name}.`;
      this.add(`${capitalise(name)}TableThrottles`, throttles, { alarmDescription });
    }
    // Reserved or provisioned executions count as claimed even while idle, because other functions cannot use them.
    const metricName = 'ClaimedAccountConcurrency';
    this.add(metricName, new Metric({ namespace: 'AWS/Lambda', metricName, statistic: Stats.MAXIMUM }), {
      threshold: Math.floor((settings.accountConcurrency * CONCURRENCY_PERCENT) / 100),
      alarmDescription: `The functions of the account claim ${CONCURRENCY_PERCENT} % or more of its ${settings.accountConcurrency} concurrent executions.`,
    });
    const failed = housekeepingFailures.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM });
    this.add('HousekeepingFailed', failed, {
      alarmDescription: 'Runs of housekeeping failed after all retries, so nobody hears of silent clients.',
    });
    const period = Duration.hours(3);
    this.add('HousekeepingStopped', functions.housekeeping.function.metricInvocations({ period }), {
      ...IF_MISSING,
      alarmDescription: 'Housekeeping has not run for 3 hours.',
    });
  }

  /** @param name what is delivered. The names of the alarms begin with it. */
  #watchDelivery(name: 'Pushes' | 'Events', queue: string, delivery: StreamDelivery, consumer: ServiceFunction): void {
    const { failures, mappings } = delivery;
    this.add(`${name}Failed`, failures.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }), {
      alarmDescription: `${name} failed permanently; the queue ${queue} lists them.`,
    });
    this.add(`${name}FailedLongAgo`, failures.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM }), {
      threshold: Duration.hours(FAILED_HOURS).toSeconds(),
      alarmDescription: `${name} that failed have waited ${FAILED_HOURS} hours for an operator.`,
    });
    this.add(`${name}Late`, consumer.function.metric('IteratorAge', { statistic: Stats.MAXIMUM }), {
      threshold: MAX_DELAY_MILLISECONDS,
      alarmDescription: `${name} are delayed by ${Duration.millis(MAX_DELAY_MILLISECONDS).toMinutes()} minutes or more.`,
    });
    for (const mapping of mappings) {
      const polls = new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'PolledEventCount',
        dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
        statistic: Stats.SAMPLE_COUNT,
      });
      this.add(`${name}${mapping.node.id.replace('Mapping', '')}Stopped`, polls, {
        ...IF_MISSING,
        // A count is never below zero, so only missing data fires the alarm.
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: 3,
        alarmDescription: 'Nobody reads a stream: for 15 minutes, Lambda has not asked it for records.',
      });
    }
  }

  #watchBusiness({ settings }: MonitoringProps): void {
    this.add('FailedLogins', businessMetric(this, 'LoginFailed'), {
      threshold: settings.alarmFailedLogins,
      alarmDescription: `${settings.alarmFailedLogins} or more log-ins failed in 5 minutes.`,
    });
    this.add('DryRunsFoundNobody', businessMetric(this, 'DryRunsFoundNobody'), {
      threshold: DRY_RUNS_FOUND_NOBODY,
      alarmDescription: `${DRY_RUNS_FOUND_NOBODY} or more dry runs found nobody in 5 minutes: a client may be guessing.`,
    });
    const keyAge = businessMetric(this, 'SigningKeyAgeDays');
    this.add('SigningKeyOld', keyAge.with({ statistic: Stats.MAXIMUM, period: Duration.days(1) }), {
      threshold: settings.alarmSigningKeyAgeDays,
      alarmDescription: `A key that signs tokens is ${settings.alarmSigningKeyAgeDays} days old or older: rotate it.`,
    });
    for (const [name, alarmDescription] of Object.entries(ONE_IS_TOO_MANY))
      this.add(name, businessMetric(this, name as MetricName), { alarmDescription });
  }
}
