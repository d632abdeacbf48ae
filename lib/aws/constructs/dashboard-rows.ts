import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Color, GraphWidget, Stats, TextWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';

export const FULL_WIDTH = 24;

export const heading = (title: string, sentence: string): IWidget =>
  new TextWidget({ markdown: `## ${title}\n${sentence}`, width: FULL_WIDTH, height: 2 });

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
