import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  Stats,
  TextWidget,
  type IMetric,
  type IWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { MetricName } from '../../../shared/metric-names.ts';
import { businessMetric, limits, type Alarms, type Monitored } from './alarms.ts';

const FULL_WIDTH = 24;

const heading = (title: string, sentence: string): IWidget =>
  new TextWidget({ markdown: `## ${title}\n${sentence}`, width: FULL_WIDTH, height: 2 });

/** Every axis starts at zero, so that a small increase looks small. @param alarmAt drawn as a red line */
const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = [], alarmAt?: number): IWidget =>
  new GraphWidget({
    title,
    width: FULL_WIDTH / 3,
    left: [...left],
    right: [...right],
    leftYAxis: { min: 0, showUnits: false },
    rightYAxis: { min: 0, showUnits: false },
    ...(alarmAt !== undefined && { leftAnnotations: [{ value: alarmAt, color: Color.RED, label: 'alarm' }] }),
  });

const counts = (scope: Construct, ...names: MetricName[]): Metric[] =>
  names.map((label) => businessMetric(scope, label).with({ label }));

type Api = Monitored['http']['api'];

const sum = (label: string) => ({ label, statistic: Stats.SUM });

const apiGraphs = (api: Api): IWidget[] => {
  const requests = [api.metricCount(sum('requests')), api.metricClientError(sum('4xx'))];
  const latencies = [50, 95, 99].map((percent) =>
    api.metricLatency({ label: `p${percent}`, statistic: Stats.p(percent) }),
  );
  return [
    graph('5xx responses; right: requests, 4xx', [api.metricServerError(sum('5xx'))], requests),
    graph('Latency (ms)', latencies),
  ];
};

/**
 * Makes one page that shows whether the service works and, if not, which part to look at: alarms first, then rows that each
 * answer one question.
 */
export const makeDashboard = (
  scope: Construct,
  { http, functions, tables, deliveries, console }: Monitored,
  alarms: Alarms,
): Dashboard => {
  const each = (metricOf: (part: LambdaFunction, label: string) => IMetric) =>
    Object.entries(functions).map(([name, part]) => metricOf(part.function, name));
  const keyAge = counts(scope, 'SigningKeyAgeDays').map((metric) => metric.with({ statistic: Stats.MAXIMUM }));
  const delays = (['push', 'events'] as const).flatMap(
    (label) => functions[label]?.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, label }) ?? [],
  );
  const waiting = Object.entries(deliveries).map(([label, { failures }]) =>
    failures.metricApproximateNumberOfMessagesVisible({ label, statistic: Stats.MAXIMUM }),
  );
  const pushProblems = counts(scope, 'PushesRejected', 'PushEndpointsDropped');
  const rows: IWidget[][] = [
    [
      heading(
        Stack.of(scope).stackName,
        'Select an alarm that is red: its description names its entry in docs/operations.md.',
      ),
    ],
    [new AlarmStatusWidget({ title: 'Alarms', width: FULL_WIDTH, alarms: alarms.all })],
    [heading('1. Are people being checked in?', 'Requests go up and down; 5xx stay at zero.')],
    [
      graph(
        'Check-ins',
        counts(scope, 'CheckinsPerformed', 'ZeroCheckinsNothingOpen', 'ZeroCheckinsAlreadyCheckedIn'),
        counts(scope, 'DryRunsFoundNobody', 'CheckinLogFailed'),
      ),
      ...apiGraphs(http.api),
    ],
    [heading('2. Can clients log in?', 'A few failed log-ins are mistakes; many are an attack.')],
    [
      graph(
        'Log-ins and refreshes; right: stolen or old tokens',
        counts(scope, 'LoginSucceeded', 'TokensRefreshed', 'RefreshReplayed'),
        counts(scope, 'RefreshTokenReused'),
      ),
      graph('Failed log-ins', counts(scope, 'LoginFailed', 'LoginDeniedByAddress'), [], limits.failedLogins),
      graph(
        'API clients: silent, seen again; secrets that end soon; right: age of the key',
        counts(scope, 'ClientsSilent', 'ClientsBack', 'SecretsEnding'),
        keyAge,
      ),
    ],
    [heading('3. Do pushes and events arrive?', 'The delay is a few seconds, and the queues are empty.')],
    [
      graph('Pushes; right: problems', counts(scope, 'PushesSent'), pushProblems),
      graph('Delay (ms)', delays, [], limits.delayMilliseconds),
      graph('Failed deliveries that wait for a replay', waiting, [], 1),
    ],
    [heading('4. Which part is it?', 'Errors and throttles stay at zero.')],
    [
      graph(
        'Functions: errors; right: throttles',
        each((part, label) => part.metricErrors({ label })),
        each((part, label) => part.metricThrottles({ label: `${label} throttles` })),
      ),
      graph(
        'Functions: duration, p95 (ms)',
        each((part, label) => part.metricDuration({ statistic: Stats.p(95), label })),
      ),
      graph('DynamoDB: throttled requests', tables.throttles),
    ],
  ];
  if (console) {
    rows.push([heading('5. Does the console work?', 'Its API answers, and CloudFront has no 5xx.')]);
    const { distribution } = console;
    const rate = [distribution.metric5xxErrorRate({ label: '5xx (%)' })];
    rows.push([
      ...apiGraphs(console.api),
      graph('CloudFront: requests; right: 5xx (%)', [distribution.metricRequests(sum('requests'))], rate),
    ]);
  }
  const dashboard = new Dashboard(scope, 'Dashboard', { defaultInterval: Duration.hours(12) });
  for (const row of rows) dashboard.addWidgets(...row);
  return dashboard;
};
