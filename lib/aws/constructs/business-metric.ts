import { Stack } from 'aws-cdk-lib/core';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../../../shared/metric-names.ts';

/**
 * The service name in the logs and metrics of the functions (`POWERTOOLS_SERVICE_NAME`, see shared/operator-log.ts). It is the name
 * of the stack, so that two stages in one account are counted separately.
 */
export const serviceNameOf = (scope: Construct): string => Stack.of(scope).stackName;

/** Returns the sum over five minutes of a metric that the functions count. */
export const businessMetric = (scope: Construct, metricName: MetricName): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: serviceNameOf(scope) },
    statistic: Stats.SUM,
  });
