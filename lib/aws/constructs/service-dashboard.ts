import { Duration } from 'aws-cdk-lib/core';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  Stats,
  type IAlarm,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { MetricName } from '../../../shared/metric-names.ts';
import { businessMetric } from './business-metric.ts';
import type { MonitoringProps } from './monitoring-props.ts';

const graph = (title: string, left: IMetric[], right: IMetric[] = []): IWidget =>
  new GraphWidget({ title, width: 8, left, right });

/** One page that tells how the service is: whether anything is wrong, what it does, and what it costs itself. */
export class ServiceDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(
    scope: Construct,
    id: string,
    { monitored, alarms }: { readonly monitored: MonitoringProps; readonly alarms: IAlarm[] },
  ) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(1) });
    this.dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', width: 24, alarms }));
    this.dashboard.addWidgets(...this.#business());
    this.dashboard.addWidgets(...this.#api(monitored));
    this.dashboard.addWidgets(...this.#parts(monitored));
  }

  #business(): IWidget[] {
    const counts = (...names: MetricName[]) => names.map((name) => businessMetric(this, name));
    return [
      graph(
        'Check-ins',
        counts('CheckinsPerformed', 'ZeroCheckinsNothingOpen', 'ZeroCheckinsAlreadyCheckedIn'),
        counts('ActivityLogFailed'),
      ),
      graph(
        'Tokens',
        counts('LoginSucceeded', 'TokensRefreshed', 'RefreshReplayed'),
        counts('LoginFailed', 'RefreshTokenReused'),
      ),
      graph('Pushes', counts('PushesSent', 'PushesRefused', 'PushEndpointsDropped', 'PushRecordsUnreadable')),
    ];
  }

  #api({ api, functions, pushFailures }: MonitoringProps): IWidget[] {
    const latency = (percentile: number) =>
      api.metricLatency({ statistic: Stats.p(percentile), label: `p${percentile}` });
    const age = functions.push.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: 'Delay (ms)' });
    const failures = pushFailures.metricApproximateNumberOfMessagesVisible({ label: 'Given up' });
    return [
      graph('Requests', [api.metricCount()], [api.metricClientError(), api.metricServerError()]),
      graph('Latency (ms)', [latency(50), latency(95), latency(99)]),
      graph('Push delivery', [age], [failures]),
    ];
  }

  #parts({ functions, tables }: MonitoringProps): IWidget[] {
    const each = (metricOf: (part: IFunction, label: string) => IMetric) =>
      Object.entries(functions).map(([name, part]) => metricOf(part.function, name));
    return [
      graph(
        'Function duration, p95 (ms)',
        each((part, label) => part.metricDuration({ statistic: Stats.p(95), label })),
      ),
      graph(
        'Function errors and throttles',
        each((part, label) => part.metricErrors({ label: `${label} errors` })),
        each((part, label) => part.metricThrottles({ label: `${label} throttles` })),
      ),
      graph('DynamoDB throttles', Object.values(tables.throttles)),
    ];
  }
}
