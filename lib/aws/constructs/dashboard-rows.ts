import { Color, GraphWidget, TextWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';

/** The width of CloudWatch's grid. */
export const FULL_WIDTH = 24;

/** A heading, with a sentence that describes the normal state. */
export const heading = (title: string, sentence: string): IWidget =>
  new TextWidget({ markdown: `## ${title}\n${sentence}`, width: FULL_WIDTH, height: 2 });

interface GraphProps {
  readonly title: string;
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
  /** The alarm threshold, drawn as a red line. */
  readonly alarmAt?: number;
}

/** A third of a row. Every axis starts at zero, so that a small increase looks small. */
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
