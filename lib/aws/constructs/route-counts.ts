import { Stack, type Duration } from 'aws-cdk-lib/core';
import { Metric, Stats, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE } from '../../../shared/metric-names.ts';

/** Patterns for `status` in the access log, whose fields are strings. */
const statuses = { Requests: '*', ClientErrors: '4*', TooManyRequests: '429' } as const;

export type RouteCount = keyof typeof statuses;

/**
 * Counts an API's responses by route from its access log, because API Gateway's own metrics do not distinguish a 429 from other
 * 4xx. The dimensions of a metric filter can come only from the log, which does not name the stack. So each stack has its own
 * namespace. A metric filter is created only for metrics that are used.
 */
export class RouteCounts extends Construct {
  readonly #accessLog: ILogGroup;
  readonly #namespace: string;

  constructor(scope: Construct, id: string, accessLog: ILogGroup) {
    super(scope, id);
    this.#accessLog = accessLog;
    this.#namespace = `${METRIC_NAMESPACE}/${Stack.of(this).stackName}`;
  }

  /** Returns the metric that counts responses of a route. @param routeKey such as `POST /auth` */
  metric(metricName: RouteCount, routeKey: string, period: Duration): Metric {
    if (!this.node.tryFindChild(metricName)) this.#count(metricName);
    return new Metric({
      namespace: this.#namespace,
      metricName,
      dimensionsMap: { Route: routeKey },
      statistic: Stats.SUM,
      period,
    });
  }

  #count(metricName: RouteCount): MetricFilter {
    return new MetricFilter(this, metricName, {
      logGroup: this.#accessLog,
      filterPattern: FilterPattern.stringValue('$.status', '=', statuses[metricName]),
      metricNamespace: this.#namespace,
      metricName,
      metricValue: '1',
      unit: Unit.COUNT,
      dimensions: { Route: '$.routeKey' },
    });
  }
}
