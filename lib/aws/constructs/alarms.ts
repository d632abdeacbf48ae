import { Duration, Stack } from 'aws-cdk-lib/core';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
  type CreateAlarmOptions,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { MAX_KEY_AGE_DAYS } from '../../../shared/domain/signing-keys.ts';
import { METRIC_NAMESPACE, type MetricName } from '../../../shared/metric-names.ts';
import { routeKeyOf, type RouteId } from '../../../shared/routes.ts';
import type { FunctionName } from '../function-needs.ts';
import type { Console } from './console.ts';
import type { HttpApi } from './http-api.ts';
import { ALIAS_NAME, type ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';
import type { StreamDelivery } from './stream-delivery.ts';
import type { AlarmTopics } from './topics.ts';

/** The limits that fire an alarm. The dashboard draws them. */
export const limits = {
  /** A push this late is no use at the gate, and an event this late cannot release a desk. */
  delayMilliseconds: 5 * 60_000,
  failedLogins: 50,
  latencyMilliseconds: 1_000,
  serverErrorPercent: 5,
} as const;

/** Fewer 5xx responses are one failed request and its retries, whatever their share. */
const MIN_SERVER_ERRORS = 5;
/** Trying out a gate takes fewer. */
const DRY_RUNS_FOUND_NOBODY = 20;
/** An operator then has six hours left until the stream drops the first records that a failed delivery refers to. */
const FAILED_HOURS = 6;

const LOGIN_ROUTES: readonly RouteId[] = ['auth', 'oauthToken', 'refresh'];
/** Somebody at a gate waits for these functions. The others can take seconds. */
const GATE_FUNCTIONS = ['auth', 'refresh', 'checkin'] as const;

/** The sum over five minutes of a metric that the functions of the stack count. */
export const businessMetric = (scope: Construct, metricName: MetricName): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: Stack.of(scope).stackName },
    statistic: Stats.SUM,
  });

export interface Monitored {
  readonly http: HttpApi;
  readonly functions: Readonly<Partial<Record<FunctionName, ServiceFunction>>>;
  readonly tables: ServiceTables;
  /** Deliveries from streams to the functions `push` and `events`. */
  readonly deliveries: Readonly<Partial<Record<'push' | 'events', StreamDelivery>>>;
  readonly console: Console | undefined;
  /** Whether releases move traffic gradually. */
  readonly isGradual: boolean;
}

type Options = Partial<CreateAlarmOptions> & { readonly alarmDescription: string };

/** Options of an alarm that also fires without data, for metrics whose absence is the fault. */
const IF_MISSING = {
  threshold: 0,
  comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

const rate = (errors: string, requests: string): string =>
  `IF(${errors} >= ${MIN_SERVER_ERRORS}, 100 * ${errors} / (${requests}), 0)`;

const isOfRoute = (route: RouteId) => FilterPattern.stringValue('$.routeKey', '=', routeKeyOf(route));

/** At most 20 alarms. Alarms of the topic `page` mean that people cannot check in, or that data will be lost. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  /** While one of them is on, a release is rolled back. */
  readonly releaseAlarms: Alarm[] = [];
  readonly #topics: AlarmTopics;

  constructor(scope: Construct, id: string, topics: AlarmTopics, monitored: Monitored) {
    super(scope, id);
    this.#topics = topics;
    this.#watchRequests(monitored);
    if (monitored.isGradual) this.#watchRelease(monitored);
    this.#watchFunctions(monitored);
    this.#watchDeliveries(monitored);
    this.#watchCredentials();
  }

  /** Fires when one period is at or above the threshold (default: 1). By default, missing data does not fire it. */
  #add(severity: keyof AlarmTopics, id: string, metric: IMetric, options: Options): Alarm {
    const alarm = new Alarm(this, id, {
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...options,
      alarmDescription: `${options.alarmDescription} See docs/operations.md, alarm ${id}.`,
    });
    const announce = new SnsAction(this.#topics[severity]);
    alarm.addAlarmAction(announce);
    if (severity === 'page') alarm.addOkAction(announce);
    this.all.push(alarm);
    return alarm;
  }

  /** Adds an alarm on a function of several metrics, such as `SUM`. CloudWatch allows ten. */
  #addOver(
    severity: keyof AlarmTopics,
    id: string,
    [operation, metrics]: readonly ['SUM' | 'MAX' | 'MIN', readonly IMetric[]],
    options: Options,
    period = Duration.minutes(5),
  ): Alarm {
    const usingMetrics = Object.fromEntries(metrics.map((metric, position) => [`m${position}`, metric]));
    const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
    const expression = `${operation}([${filled.join(', ')}])`;
    return this.#add(severity, id, new MathExpression({ expression, usingMetrics, period, label: id }), options);
  }

  #count(severity: keyof AlarmTopics, name: MetricName, options: Options): void {
    this.#add(severity, name, businessMetric(this, name), options);
  }

  #watchRequests({ http: { api, accessLog }, console }: Monitored): void {
    const statistic = Stats.SUM;
    // API Gateway counts 5xx by route only at a price for each route and metric.
    const loginErrors = new MetricFilter(this, 'LoginServerErrors', {
      logGroup: accessLog,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '5*'),
        FilterPattern.any(...LOGIN_ROUTES.map(isOfRoute)),
      ),
      metricNamespace: METRIC_NAMESPACE,
      metricName: `${Stack.of(this).stackName}-LoginServerErrors`,
    }).metric({ statistic });
    const usingMetrics = { errors: api.metricServerError({ statistic }), requests: api.metricCount({ statistic }) };
    const period = Duration.minutes(5);
    const serverErrors = new MathExpression({
      // Few requests log in, so that their failures would be a small share of all.
      expression: `MAX([${rate('errors', 'requests')}, ${rate('FILL(logins, 0)', 'FILL(logins, 0) + FILL(loggedIn, 0) + FILL(refreshed, 0)')}])`,
      usingMetrics: {
        ...usingMetrics,
        logins: loginErrors,
        loggedIn: businessMetric(this, 'LoginSucceeded'),
        refreshed: businessMetric(this, 'TokensRefreshed'),
      },
      period,
      label: '5xx (%)',
    });
    const paged = this.#add('page', 'ServerErrors', serverErrors, {
      threshold: limits.serverErrorPercent,
      alarmDescription: `${limits.serverErrorPercent} % or more of the requests, or of the log-ins, got a 5xx response in 5 minutes.`,
    });
    this.releaseAlarms.push(paged);
    const expression = rate('errors', 'requests');
    const slow = new MathExpression({ expression, usingMetrics, period: Duration.hours(1), label: '5xx (%)' });
    this.#add('notice', 'ServerErrorsSlow', slow, {
      alarmDescription: '1 % or more of the requests got a 5xx response in an hour.',
    });
    if (!console) return;
    const consoleMetrics = {
      errors: console.api.metricServerError({ statistic }),
      requests: console.api.metricCount({ statistic }),
    };
    const consoleErrors = new MathExpression({ expression, usingMetrics: consoleMetrics, period, label: '5xx (%)' });
    this.#add('notice', 'ConsoleServerErrors', consoleErrors, {
      threshold: limits.serverErrorPercent,
      alarmDescription: `${limits.serverErrorPercent} % or more of the console's requests got a 5xx response in 5 minutes.`,
    });
  }

  /** Watches new versions. CloudWatch has data by version only while a release moves traffic. */
  #watchRelease({ functions }: Monitored): void {
    const period = Duration.minutes(1);
    const released = Object.entries(functions).filter(([, { alias }]) => alias !== undefined);
    const metricsOf = (names: readonly string[], metric: 'metricErrors' | 'metricDuration', statistic: string) =>
      released.flatMap(([name, { function: target }]) => {
        const Resource = `${target.functionName}:${ALIAS_NAME}`;
        const dimensionsMap = {
          FunctionName: target.functionName,
          Resource,
          ExecutedVersion: target.currentVersion.version,
        };
        return names.includes(name) ? [target[metric]({ statistic, period }).with({ dimensionsMap })] : [];
      });
    const errors = metricsOf(
      released.map(([name]) => name),
      'metricErrors',
      Stats.SUM,
    );
    const latency = metricsOf(GATE_FUNCTIONS, 'metricDuration', Stats.p(95));
    this.releaseAlarms.push(
      this.#addOver(
        'notice',
        'ReleaseErrors',
        ['SUM', errors],
        { alarmDescription: 'A new version crashed or ran out of time.' },
        period,
      ),
      this.#addOver(
        'notice',
        'ReleaseLatency',
        ['MAX', latency],
        {
          threshold: limits.latencyMilliseconds,
          evaluationPeriods: 5,
          datapointsToAlarm: 3,
          alarmDescription: `One call in 20 of a new version took ${limits.latencyMilliseconds} ms or more, in 3 of 5 minutes.`,
        },
        period,
      ),
    );
  }

  #watchFunctions({ functions }: Monitored): void {
    const all = Object.values(functions);
    const throttles = all.map(({ function: each }) => each.metricThrottles());
    this.#addOver('notice', 'Throttles', ['SUM', throttles], {
      alarmDescription: 'Lambda had no free execution for a call of a function.',
    });
    const background = all.filter(({ alias }) => !alias).map(({ function: each }) => each.metricErrors());
    const unreadable = businessMetric(this, 'PushRecordsUnreadable');
    this.#addOver('notice', 'BackgroundErrors', ['SUM', [...background, unreadable]], {
      alarmDescription: 'A function that no caller waits for crashed, ran out of time or skipped a record.',
    });
    const housekeeping = functions.housekeeping?.function;
    if (!housekeeping) return;
    const period = Duration.hours(3);
    const usingMetrics = { runs: housekeeping.metricInvocations(), errors: housekeeping.metricErrors() };
    const expression = 'FILL(runs, 0) - FILL(errors, 0)';
    this.#add('notice', 'HousekeepingStopped', new MathExpression({ expression, usingMetrics, period }), {
      ...IF_MISSING,
      alarmDescription: 'Housekeeping has not succeeded for 3 hours.',
    });
  }

  #watchDeliveries({ deliveries, functions }: Monitored): void {
    const all = Object.values(deliveries);
    const statistic = Stats.MAXIMUM;
    const waiting = all.map(({ failures }) => failures.metricApproximateNumberOfMessagesVisible({ statistic }));
    this.#addOver('notice', 'DeliveriesFailed', ['SUM', waiting], {
      alarmDescription: 'Pushes or events failed for good, and wait in a failure queue for a replay.',
    });
    const ages = all.map(({ failures }) => failures.metricApproximateAgeOfOldestMessage({ statistic }));
    this.#addOver('page', 'DeliveriesWaiting', ['MAX', ages], {
      threshold: Duration.hours(FAILED_HOURS).toSeconds(),
      alarmDescription: `Failed pushes or events have waited ${FAILED_HOURS} hours for an operator, and some will be lost.`,
    });
    const delays = (['push', 'events'] as const).flatMap(
      (name) => functions[name]?.function.metric('IteratorAge', { statistic }) ?? [],
    );
    this.#addOver('notice', 'DeliveriesLate', ['MAX', delays], {
      threshold: limits.delayMilliseconds,
      alarmDescription: `Pushes or events are delayed by ${Duration.millis(limits.delayMilliseconds).toMinutes()} minutes or more.`,
    });
    const polls = all.flatMap(({ mappings }) =>
      mappings.map(
        ({ eventSourceMappingId: EventSourceMappingUUID }) =>
          new Metric({
            namespace: 'AWS/Lambda',
            metricName: 'PolledEventCount',
            dimensionsMap: { EventSourceMappingUUID },
            statistic: Stats.SAMPLE_COUNT,
          }),
      ),
    );
    this.#addOver('page', 'StreamsStopped', ['MIN', polls], {
      ...IF_MISSING,
      evaluationPeriods: 3,
      alarmDescription: 'Nobody reads a stream: for 15 minutes, Lambda has not asked it for records.',
    });
    this.#count('notice', 'ActivityLogFailed', {
      alarmDescription: 'Entries of the check-in log could not be written; the check-ins were performed.',
    });
  }

  #watchCredentials(): void {
    const misused = (['RefreshTokenReused', 'LoginDeniedByAddress'] as const).map((name) => businessMetric(this, name));
    this.#addOver('page', 'CredentialsMisused', ['SUM', misused], {
      alarmDescription: 'A used refresh token came back, or the right secret came from a forbidden network.',
    });
    this.#add('notice', 'FailedLogins', businessMetric(this, 'LoginFailed'), {
      threshold: limits.failedLogins,
      alarmDescription: `${limits.failedLogins} or more log-ins failed in 5 minutes.`,
    });
    this.#count('notice', 'DryRunsFoundNobody', {
      threshold: DRY_RUNS_FOUND_NOBODY,
      alarmDescription: `${DRY_RUNS_FOUND_NOBODY} or more dry runs found nobody in 5 minutes: a client may be guessing.`,
    });
    this.#count('notice', 'ClientsSilent', {
      alarmDescription: 'An API client has not logged in or refreshed for longer than its limit.',
    });
    this.#count('notice', 'SecretsEnding', {
      alarmDescription: 'A secret of an API client ends in 30, 14, 7 or 1 days.',
    });
    const keyAge = businessMetric(this, 'SigningKeyAgeDays');
    this.#add('notice', 'SigningKeyOld', keyAge.with({ statistic: Stats.MAXIMUM, period: Duration.days(1) }), {
      threshold: MAX_KEY_AGE_DAYS,
      alarmDescription: `A key that signs tokens is ${MAX_KEY_AGE_DAYS} days old or older: rotate it.`,
    });
  }
}
