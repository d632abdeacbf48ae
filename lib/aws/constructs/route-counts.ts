import { Duration, Stack } from 'aws-cdk-lib/core';
import { Metric, Stats, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../../shared/metric-names.ts';

/** Values of `status` in the access log, whose members are strings. */
const statuses = { Requests: '*', ClientErrors: '4*', TooManyRequests: '429' } as const;

export type RouteCount = keyof typeof statuses;

/**
 * Counts an API's responses by route, from its access log: API Gateway's own metrics do not tell a 429 from other 4xx. A
 * metric of a filter can have dimensions from the log only, so the namespace tells the stacks of an account apart.
 */
export class RouteCounts extends Construct {
  readonly #namespace: string;

  constructor(scope: Construct, id: string, accessLog: ILogGroup) {
    super(scope, id);
    this.#namespace = `${METRIC_NAMESPACE}/${Stack.of(this).stackName}`;
    Object.entries(statuses).map(
      ([metricName, status]) =>
        new MetricFilter(this, metricName, {
          logGroup: accessLog,
          filterPattern: FilterPattern.stringValue('$.status', '=', status),
          metricNamespace: this.#namespace,
          metricName,
          metricValue: '1',
          unit: Unit.COUNT,
          dimensions: { Route: '$.routeKey' },
        }),
    );
  }

  /** Responses of a route, such as `POST /auth`. */
  metric(metricName: RouteCount, routeKey: string, period: Duration = Duration.minutes(5)): Metric {
    return new Metric({
      namespace: this.#namespace,
      metricName,
      dimensionsMap: { Route: routeKey },
      statistic: Stats.SUM,
      period,
    });
  }
}
