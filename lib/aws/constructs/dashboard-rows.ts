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
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

const FULL_WIDTH = 24;

export const text = (markdown: string, height = 2): IWidget => new TextWidget({ markdown, width: FULL_WIDTH, height });

export const heading = (title: string, sentence: string): IWidget => text(`## ${title}\n${sentence}`);

/** Makes a dashboard that begins with an introduction and the alarms. */
export const makeDashboard = (
  scope: Construct,
  introduction: IWidget,
  alarms: IAlarm[],
  rows: readonly IWidget[][],
): Dashboard => {
  const dashboard = new Dashboard(scope, 'Dashboard', { defaultInterval: Duration.hours(12) });
  const status = new AlarmStatusWidget({ title: 'Alarms', width: FULL_WIDTH, alarms });
  for (const row of [[introduction], [status], ...rows]) dashboard.addWidgets(...row);
  return dashboard;
};

/** Returns percentiles of an API's latency. */
export const latencies = (api: HttpApi, ...percentiles: number[]): IMetric[] =>
  percentiles.map((percentile) => api.metricLatency({ statistic: Stats.p(percentile), label: `p${percentile}` }));

const sum = (label: string) => ({ label, statistic: Stats.SUM });

/** Draws the responses of an API. @param alarmAt the number of 5xx responses that fires the alarm */
export const responseGraph = (api: HttpApi, alarmAt: number): IWidget =>
  graph({
    title: '5xx responses; right: all requests, 4xx',
    left: [api.metricServerError(sum('5xx'))],
    right: [api.metricCount(sum('requests')), api.metricClientError(sum('4xx'))],
    alarmAt,
  });

interface GraphProps {
  readonly title: string;
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
  /** The alarm threshold, drawn as a red line. */
  readonly alarmAt?: number;
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
