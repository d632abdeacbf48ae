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
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

const FULL_WIDTH = 24;

export const heading = (title: string, sentence: string): IWidget =>
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
