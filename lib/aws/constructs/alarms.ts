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
import type { EventSourceMapping, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { MAX_KEY_AGE_DAYS } from '../../../shared/domain/signing-keys.ts';
import type { MetricName } from '../../../shared/metric-names.ts';
import { METRIC_NAMESPACE } from '../../../shared/logger.ts';
import { routeKeyOf, type RouteId } from '../../../shared/routes.ts';
import type { FunctionName } from '../function-permissions.ts';
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

/** Fewer 5xx responses can be one failed request and its retries, so they fire no alarm, whatever their share. */
const MIN_SERVER_ERRORS = 5;
/** Somebody who tries out a gate makes fewer. */
const MIN_DRY_RUNS_FOUND_NOBODY = 20;
/** A delivery fails after at most 12 hours ({@link StreamDelivery}), and the stream keeps its records for 24: six are then left. */
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
  readonly housekeeping: LambdaFunction;
  readonly tables: ServiceTables;
  /** Deliveries from streams to the functions `push` and `events`. */
  readonly deliveries: Readonly<Partial<Record<'push' | 'events', StreamDelivery>>>;
  readonly console: Console | undefined;
  /** Whether releases move traffic gradually. */
  readonly isGradual: boolean;
}

type Severity = keyof AlarmTopics;

/** Options of an alarm that fires at 0 and without data, for metrics whose absence is the fault. */
const IF_MISSING = {
  threshold: 0,
  comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

const FIVE_MINUTES = Duration.minutes(5);

const math = (expression: string, usingMetrics: Record<string, IMetric>, period = FIVE_MINUTES): MathExpression =>
  new MathExpression({ expression, usingMetrics, period, label: expression });

/** The sum, maximum or minimum of several metrics. CloudWatch allows ten. */
const combine = (operation: 'SUM' | 'MAX' | 'MIN', metrics: readonly IMetric[], period?: Duration): MathExpression => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, position) => [`m${position}`, metric]));
  const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return math(`${operation}([${filled.join(', ')}])`, usingMetrics, period);
};

/** A percentage that is 0 if there are only a few errors. Both parameters are names of metrics, or expressions of names. */
const rate = (errors: string, requests: string): string =>
  `IF(${errors} >= ${MIN_SERVER_ERRORS}, 100 * ${errors} / (${requests}), 0)`;

const requestsOf = ({ api }: Pick<HttpApi, 'api'>) => ({
  errors: api.metricServerError({ statistic: Stats.SUM }),
  requests: api.metricCount({ statistic: Stats.SUM }),
});

/** Each poll is a sample, even if it found no record. */
const toPolls = ({ eventSourceMappingId: EventSourceMappingUUID }: EventSourceMapping) =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'PolledEventCount',
    dimensionsMap: { EventSourceMappingUUID },
    statistic: Stats.SAMPLE_COUNT,
  });

const ofVersion = ({ function: { functionName: FunctionName, currentVersion } }: ServiceFunction) => ({
  dimensionsMap: {
    FunctionName,
    Resource: `${FunctionName}:${ALIAS_NAME}`,
    ExecutedVersion: currentVersion.version,
  },
});

const isOfRoute = (route: RouteId) => FilterPattern.stringValue('$.routeKey', '=', routeKeyOf(route));

const { serverErrorPercent, latencyMilliseconds, delayMilliseconds, failedLogins } = limits;

/** At most 20 alarms. Alarms of the topic `page` mean failing check-ins, data at risk, or misused credentials. */
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
  #add(
    severity: Severity,
    id: string,
    metric: IMetric,
    text: string,
    options: Partial<CreateAlarmOptions> = {},
  ): Alarm {
    const alarm = new Alarm(this, id, {
      metric,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...options,
      alarmDescription: `${text} See docs/operations.md, alarm ${id}.`,
    });
    const announce = new SnsAction(this.#topics[severity]);
    alarm.addAlarmAction(announce);
    if (severity === 'page') alarm.addOkAction(announce);
    this.all.push(alarm);
    return alarm;
  }

  #notice(name: MetricName, text: string, threshold = 1): void {
    this.#add('notice', name, businessMetric(this, name), text, { threshold });
  }

  #watchRequests({ http, console }: Monitored): void {
    // API Gateway counts 5xx by route only at a price for each route and metric.
    const logins = new MetricFilter(this, 'LoginServerErrors', {
      logGroup: http.accessLog,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '5*'),
        FilterPattern.any(...LOGIN_ROUTES.map(isOfRoute)),
      ),
      metricNamespace: METRIC_NAMESPACE,
      metricName: `${Stack.of(this).stackName}-LoginServerErrors`,
    }).metric({ statistic: Stats.SUM });
    const loggedIn = businessMetric(this, 'LoginSucceeded');
    const refreshed = businessMetric(this, 'TokensRefreshed');
    // The names of the metrics of `requestsOf`.
    const ofAll = rate('errors', 'requests');
    // Few requests are log-ins, so even if all of them failed, they would be a small share of all requests.
    const ofLogins = rate('FILL(logins, 0)', 'FILL(logins, 0) + FILL(loggedIn, 0) + FILL(refreshed, 0)');
    const inFiveMinutes = math(`MAX([${ofAll}, ${ofLogins}])`, { ...requestsOf(http), logins, loggedIn, refreshed });
    const text = `${serverErrorPercent} % or more of the requests, or of the log-ins, got a 5xx response in 5 minutes.`;
    this.releaseAlarms.push(this.#add('page', 'ServerErrors', inFiveMinutes, text, { threshold: serverErrorPercent }));
    const inAnHour = math(ofAll, requestsOf(http), Duration.hours(1));
    const slowText = '1 % or more of the requests got a 5xx response in an hour.';
    this.#add('notice', 'ServerErrorsSlow', inAnHour, slowText, { threshold: 1 });
    if (!console) return;
    const ofConsole = `${serverErrorPercent} % or more of the console's requests got a 5xx response in 5 minutes.`;
    const threshold = serverErrorPercent;
    this.#add('notice', 'ConsoleServerErrors', math(ofAll, requestsOf(console)), ofConsole, { threshold });
  }

  /** Watches new versions. CloudWatch has data by version only while a release moves traffic. */
  #watchRelease({ functions }: Monitored): void {
    const period = Duration.minutes(1);
    const released = Object.values(functions).filter(({ alias }) => alias !== undefined);
    const errors = released.map((each) => each.function.metricErrors({ period }).with(ofVersion(each)));
    const durations = GATE_FUNCTIONS.flatMap((name) => functions[name] ?? []).map((each) =>
      each.function.metricDuration({ statistic: Stats.p(95), period }).with(ofVersion(each)),
    );
    const crashed = 'A new version crashed or ran out of time.';
    const slow = `One call in 20 of a new version took ${latencyMilliseconds} ms or more, in 3 of 5 minutes.`;
    const inThreeOfFive = { threshold: latencyMilliseconds, evaluationPeriods: 5, datapointsToAlarm: 3 };
    this.releaseAlarms.push(
      this.#add('notice', 'ReleaseErrors', combine('SUM', errors, period), crashed),
      this.#add('notice', 'ReleaseLatency', combine('MAX', durations, period), slow, inThreeOfFive),
    );
  }

  #watchFunctions({ functions, housekeeping }: Monitored): void {
    const all = Object.values(functions);
    const throttles = all.map((each) => each.function.metricThrottles());
    const noExecution = 'Lambda had no free execution for a call of a function.';
    this.#add('notice', 'Throttles', combine('SUM', throttles), noExecution);
    const background = all.filter(({ alias }) => !alias).map((each) => each.function.metricErrors());
    const failed = 'A function that no caller waits for crashed or ran out of time.';
    this.#add('notice', 'BackgroundErrors', combine('SUM', background), failed);
    const runs = { runs: housekeeping.metricInvocations(), errors: housekeeping.metricErrors() };
    const succeeded = math('FILL(runs, 0) - FILL(errors, 0)', runs, Duration.hours(3));
    this.#add('notice', 'HousekeepingStopped', succeeded, 'Housekeeping has not succeeded for 3 hours.', IF_MISSING);
  }

  #watchDeliveries({ deliveries, functions }: Monitored): void {
    const all = Object.values(deliveries);
    const statistic = Stats.MAXIMUM;
    const waiting = all.map(({ failures }) => failures.metricApproximateNumberOfMessagesVisible({ statistic }));
    const wait = 'Pushes or events failed for good, and wait in a failure queue for a replay.';
    this.#add('notice', 'DeliveriesFailed', combine('SUM', waiting), wait);
    const ages = all.map(({ failures }) => failures.metricApproximateAgeOfOldestMessage({ statistic }));
    const lost = `Failed pushes or events have waited ${FAILED_HOURS} hours for an operator, and some will be lost.`;
    const threshold = Duration.hours(FAILED_HOURS).toSeconds();
    this.#add('page', 'DeliveriesWaiting', combine('MAX', ages), lost, { threshold });
    const delays = (['push', 'events'] as const).flatMap(
      (name) => functions[name]?.function.metric('IteratorAge', { statistic }) ?? [],
    );
    const late = `Pushes or events are delayed by ${delayMilliseconds / 60_000} minutes or more.`;
    this.#add('notice', 'DeliveriesLate', combine('MAX', delays), late, { threshold: delayMilliseconds });
    const polls = combine(
      'MIN',
      all.flatMap(({ mappings }) => mappings.map(toPolls)),
    );
    const unread = 'Nobody reads a stream: for 15 minutes, Lambda has not asked it for records.';
    this.#add('page', 'StreamsStopped', polls, unread, { ...IF_MISSING, evaluationPeriods: 3 });
    this.#notice('CheckinLogFailed', 'Entries of the check-in log could not be written; the check-ins were performed.');
  }

  #watchCredentials(): void {
    const misused = (['RefreshTokenReused', 'LoginDeniedByAddress'] as const).map((name) => businessMetric(this, name));
    const stolen = 'A used refresh token came back, or the right secret came from a forbidden network.';
    this.#add('page', 'CredentialsMisused', combine('SUM', misused), stolen);
    const failed = `${failedLogins} or more log-ins failed in 5 minutes.`;
    this.#add('notice', 'FailedLogins', businessMetric(this, 'LoginFailed'), failed, { threshold: failedLogins });
    this.#notice(
      'DryRunsFoundNobody',
      `${MIN_DRY_RUNS_FOUND_NOBODY} or more dry runs found nobody in 5 minutes: a client may be guessing.`,
      MIN_DRY_RUNS_FOUND_NOBODY,
    );
    this.#notice('ClientsSilent', 'An API client has not logged in or refreshed for longer than its limit.');
    this.#notice('SecretsEnding', 'A secret of an API client ends in 30, 14, 7 or 1 days.');
    const keyAge = businessMetric(this, 'SigningKeyAgeDays').with({
      statistic: Stats.MAXIMUM,
      period: Duration.days(1),
    });
    const old = `A key that signs tokens is ${MAX_KEY_AGE_DAYS} days old or older: rotate it.`;
    this.#add('notice', 'SigningKeyOld', keyAge, old, { threshold: MAX_KEY_AGE_DAYS });
  }
}
