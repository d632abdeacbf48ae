import { Stats, type Dashboard, type IAlarm, type IWidget, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MetricName } from '../../../shared/metric-names.ts';
import { MAX_DELAY_MILLISECONDS, SERVER_ERRORS, type MonitoringProps } from './alarms.ts';
import { businessMetric } from './alarm-set.ts';
import { apiGraphs, functionGraphs, graph, heading, makeDashboard } from './dashboard-rows.ts';
import type { ServiceFunction } from './service-function.ts';
import type { StreamDelivery } from './stream-delivery.ts';

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
