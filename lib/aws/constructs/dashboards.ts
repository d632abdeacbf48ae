import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  Stats,
  TextWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { MetricName } from '../../../shared/metric-names.ts';
import { businessMetric } from './alarm-set.ts';
import { MAX_DELAY_MILLISECONDS, SERVER_ERRORS, type MonitoringProps } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import type { StreamDelivery } from './stream-delivery.ts';

const FULL_WIDTH = 24;

const heading = (title: string, sentence: string): IWidget =>
  new TextWidget({ markdown: `## ${title}\n${sentence}`, width: FULL_WIDTH, height: 2 });

/** Makes a dashboard that begins with what to do, and the alarms. */
export const makeDashboard = (scope: Construct, alarms: IAlarm[], rows: readonly IWidget[][]): Dashboard => {
  const dashboard = new Dashboard(scope, 'Dashboard', { defaultInterval: Duration.hours(12) });
  const introduction = heading(
    Stack.of(scope).stackName,
    'Select an alarm that is red: its description names its entry in docs/operations.md. If it began after a deployment, deploy the previous commit.',
  );
  const status = new AlarmStatusWidget({ title: 'Alarms', width: FULL_WIDTH, alarms });
  for (const row of [[introduction], [status], ...rows]) dashboard.addWidgets(...row);
  return dashboard;
};

const sum = (label: string) => ({ label, statistic: Stats.SUM });

const percentile = (percent: number) => ({ label: `p${percent}`, statistic: Stats.p(percent) });

/**
 * Draws the responses and the latency of an API.
 * @param serverErrors the number of 5xx responses that fires the alarm
 * @param latencyMilliseconds the latency that fires the alarm. Default: no alarm
 */
export const apiGraphs = (api: HttpApi, serverErrors: number, latencyMilliseconds?: number): IWidget[] => [
  graph({
    title: '5xx responses; right: all requests, 4xx',
    left: [api.metricServerError(sum('5xx'))],
    right: [api.metricCount(sum('requests')), api.metricClientError(sum('4xx'))],
    alarmAt: serverErrors,
  }),
  graph({
    title: 'Latency (ms)',
    left: [50, 95, 99].map((percent) => api.metricLatency(percentile(percent))),
    alarmAt: latencyMilliseconds,
  }),
];

/** Draws errors, throttles and durations. @param functions by their names in the legends */
export const functionGraphs = (functions: Readonly<Record<string, IFunction>>): IWidget[] => {
  const each = (metricOf: (part: IFunction, label: string) => IMetric) =>
    Object.entries(functions).map(([name, part]) => metricOf(part, name));
  return [
    graph({
      title: 'Functions: errors; right: throttles',
      left: each((part, label) => part.metricErrors({ label })),
      right: each((part, label) => part.metricThrottles({ label: `${label} throttles` })),
      alarmAt: 1,
    }),
    graph({
      title: 'Functions: duration, p95 (ms)',
      left: each((part, label) => part.metricDuration({ statistic: Stats.p(95), label })),
    }),
  ];
};

interface GraphProps {
  readonly title: string;
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
  /** The alarm threshold, drawn as a red line. */
  readonly alarmAt?: number | undefined;
}

/** Draws a graph as wide as a third of a row. Every axis starts at zero, so that a small increase looks small. */
export const graph = ({ title, left, right = [], alarmAt }: GraphProps): IWidget =>
  new GraphWidget({
    title,
    width: FULL_WIDTH / 3,
    left: [...left],
    right: [...right],
    leftYAxis: { min: 0, showUnits: false },
    rightYAxis: { min: 0, showUnits: false },
    ...(alarmAt !== undefined && { leftAnnotations: [{ value: alarmAt, color: Color.RED, label: 'alarm' }] }),
  });

const labels: Readonly<Record<MetricName, string>> = {
  LoginSucceeded: 'logged in',
  LoginFailed: 'failed',
  LoginDeniedByAddress: 'right secret, wrong network',
  TokensRefreshed: 'refreshed',
  RefreshReplayed: 'refreshed again in the grace period',
  RefreshTokenReused: 'stolen or old token',
  SigningKeyAgeDays: 'age of the signing key, in days',
  ClientsSilent: 'fell silent',
  ClientsBack: 'seen again',
  SecretsEnding: 'secret ends soon',
  CheckinsPerformed: 'checked in',
  ZeroCheckinsNothingOpen: 'nothing open',
  ZeroCheckinsAlreadyCheckedIn: 'already checked in',
  DryRunsFoundNobody: 'dry runs of unknown people',
  ActivityLogFailed: 'log entries lost',
  PushesSent: 'sent',
  PushesRejected: 'rejected by SNS',
  PushEndpointsDropped: 'device gone',
  PushRecordsUnreadable: 'record unreadable',
};

const counts = (scope: Construct, ...names: MetricName[]): Metric[] =>
  names.map((name) => businessMetric(scope, name).with({ label: labels[name] }));

const checkinsOf = (scope: Construct, { http: { api }, settings }: MonitoringProps): IWidget[] => [
  graph({
    title: 'Check-ins',
    left: counts(scope, 'CheckinsPerformed', 'ZeroCheckinsNothingOpen', 'ZeroCheckinsAlreadyCheckedIn'),
    right: counts(scope, 'DryRunsFoundNobody', 'ActivityLogFailed'),
  }),
  ...apiGraphs(api, SERVER_ERRORS, settings.alarmLatencyMilliseconds),
];

const tokensOf = (scope: Construct, { settings }: MonitoringProps): IWidget[] => [
  graph({ title: 'Log-ins', left: counts(scope, 'LoginSucceeded') }),
  graph({
    title: 'Failed log-ins',
    left: counts(scope, 'LoginFailed', 'LoginDeniedByAddress'),
    alarmAt: settings.alarmFailedLogins,
  }),
  graph({
    title: 'API clients: silent, seen again; secrets that end soon',
    left: counts(scope, 'ClientsSilent', 'ClientsBack', 'SecretsEnding'),
    alarmAt: 1,
  }),
  graph({
    title: 'Refreshes; right: stolen or old tokens',
    left: counts(scope, 'TokensRefreshed', 'RefreshReplayed'),
    right: counts(scope, 'RefreshTokenReused'),
  }),
  graph({
    title: 'Age of the signing keys (days)',
    left: counts(scope, 'SigningKeyAgeDays').map((metric) => metric.with({ statistic: Stats.MAXIMUM })),
    alarmAt: settings.alarmSigningKeyAgeDays,
  }),
];

const deliveryOf = (messages: string, consumer: ServiceFunction, { failures }: StreamDelivery): IWidget[] => {
  const delay = consumer.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: 'delay' });
  const waiting = failures.metricApproximateNumberOfMessagesVisible({ label: 'waiting', statistic: Stats.MAXIMUM });
  return [
    graph({ title: `Delay of ${messages} (ms)`, left: [delay], alarmAt: MAX_DELAY_MILLISECONDS }),
    graph({ title: `Failed ${messages} that wait for a replay`, left: [waiting], alarmAt: 1 }),
  ];
};

const pushesOf = (scope: Construct, { functions, deliveries }: MonitoringProps): IWidget[] => [
  graph({
    title: 'Pushes',
    left: counts(scope, 'PushesSent'),
    right: counts(scope, 'PushesRejected', 'PushEndpointsDropped', 'PushRecordsUnreadable'),
  }),
  ...deliveryOf('pushes', functions.push, deliveries.push),
];

const routesOf = (http: MonitoringProps['http']): IWidget[] => [
  graph({ title: 'Requests by route', left: Object.values(http.countByRoute('Requests')) }),
  graph({ title: '4xx responses by route', left: Object.values(http.countByRoute('ClientErrors')) }),
  graph({ title: '429 responses by route', left: Object.values(http.countByRoute('TooManyRequests')) }),
];

const partsOf = ({ http, functions, deliveries: { events }, tables, settings }: MonitoringProps): IWidget[] => [
  ...functionGraphs(Object.fromEntries(Object.entries(functions).map(([name, part]) => [name, part.function]))),
  graph({ title: 'DynamoDB: throttled requests', left: Object.values(tables.throttles), alarmAt: 1 }),
  ...(events && functions.events ? deliveryOf('events', functions.events, events) : []),
  ...(settings.alarmsByRoute ? routesOf(http) : []),
];

/**
 * Makes one page that shows whether the service works and, if not, which part to look at. Read it from the top: alarms first,
 * then rows that each answer one question.
 */
export const makeServiceDashboard = (scope: Construct, monitored: MonitoringProps, alarms: IAlarm[]): Dashboard =>
  makeDashboard(scope, alarms, [
    [heading('1. Are people being checked in?', 'Requests go up and down; 5xx stay at zero.')],
    checkinsOf(scope, monitored),
    [heading('2. Can clients log in?', 'A few failed log-ins are mistakes; many are an attack.')],
    tokensOf(scope, monitored),
    [heading('3. Do pushes arrive?', 'The delay is a few seconds, and the queue is empty.')],
    pushesOf(scope, monitored),
    [heading('4. Which part is it?', 'Errors and throttles stay at zero.')],
    partsOf(monitored),
  ]);
