import { Stack } from 'aws-cdk-lib/core';
import { Stats, type Dashboard, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { graph, heading, latencies, makeDashboard, responseGraph } from './dashboard-rows.ts';

interface ConsoleDashboardProps {
  readonly api: HttpApi;
  readonly admin: IFunction;
  readonly distribution: Distribution;
  readonly alarms: IAlarm[];
  /** The number of 5xx responses that fires the alarm. */
  readonly serverErrors: number;
}

/** Makes the console's dashboard. It belongs to the console's stack, so that a stage without a console does not have it. */
export const makeConsoleDashboard = (
  scope: Construct,
  { api, admin, distribution, alarms, serverErrors }: ConsoleDashboardProps,
): Dashboard => {
  const introduction = heading(
    Stack.of(scope).stackName,
    'Select an alarm that is red: its description names its entry in docs/operations.md.',
  );
  return makeDashboard(scope, introduction, alarms, [
    [
      responseGraph(api, serverErrors),
      graph({ title: 'Latency (ms)', left: latencies(api, 50, 95) }),
      graph({
        title: 'Requests to CloudFront; right: 5xx (%)',
        left: [distribution.metricRequests({ label: 'requests', statistic: Stats.SUM })],
        right: [distribution.metric5xxErrorRate({ label: '5xx (%)' })],
      }),
    ],
    [
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
    ],
  ]);
};
