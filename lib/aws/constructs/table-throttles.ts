import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { TableDefinition } from '../../../shared/tables.ts';

const count = (metricName: string, dimensionsMap: Record<string, string>): Metric =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM });

/** Counts throttled requests to a table and its indexes, which DynamoDB counts separately. @param name the metric's label */
export const tableThrottles = ({ tableName }: Table, { indexes }: TableDefinition, name: string): IMetric => {
  const dimensions = [
    { TableName: tableName },
    ...indexes.map((index) => ({ TableName: tableName, GlobalSecondaryIndexName: index.name })),
  ];
  const metrics = dimensions.flatMap((each) => [count('ReadThrottleEvents', each), count('WriteThrottleEvents', each)]);
  const usingMetrics = Object.fromEntries(metrics.map((metric, position) => [`${name}${position}`, metric]));
  const terms = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
  return new MathExpression({ expression: terms.join(' + '), usingMetrics, label: name });
};
