import { Duration, Stack } from 'aws-cdk-lib/core';
import { AlarmStatusWidget, Dashboard, Stats, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { CONSOLE_SERVER_ERRORS } from './console-alarms.ts';
import { FULL_WIDTH, graph, heading, latencies, responseGraph } from './dashboard-rows.ts';

interface ConsoleDashboardProps {
  readonly api: HttpApi;
  readonly admin: IFunction;
  readonly distribution: Distribution;
  readonly alarms: IAlarm[];
}

/** The console's dashboard. It is in the console's stack, because that stack is optional. */
export class ConsoleDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, { api, admin, distribution, alarms }: ConsoleDashboardProps) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(12) });
    this.dashboard.addWidgets(
      heading(
        Stack.of(this).stackName,
        'Select an alarm that is red: its description names its entry in docs/operations.md.',
      ),
    );
    this.dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', width: FULL_WIDTH, alarms }));
    this.dashboard.addWidgets(
      responseGraph(api, CONSOLE_SERVER_ERRORS),
      graph({ title: 'Latency (ms)', left: latencies(api, 50, 95) }),
      graph({
        title: 'Requests to CloudFront; right: 5xx (%)',
        left: [distribution.metricRequests({ label: 'requests', statistic: Stats.SUM })],
        right: [distribution.metric5xxErrorRate({ label: '5xx (%)' })],
      }),
    );
    this.dashboard.addWidgets(
      graph({
        title: 'Function admin: errors; right: throttles',
        left: [admin.metricErrors({ label: 'errors' })],
        right: [admin.metricThrottles({ label: 'throttles' })],
        alarmAt: 1,
      }),
      graph({
        title: 'Function admin: duration (ms)',
        left: [50, 95].map((percentile) =>
          admin.metricDuration({ statistic: Stats.p(percentile), label: `p${percentile}` }),
        ),
      }),
      graph({ title: 'Function admin: invocations', left: [admin.metricInvocations({ label: 'invocations' })] }),
    );
  }
}
