import { Stats, type Dashboard, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { apiGraphs, functionGraphs, graph, makeDashboard } from './dashboard-rows.ts';

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
): Dashboard =>
  makeDashboard(scope, alarms, [
    [
      ...apiGraphs(api, serverErrors),
      graph({
        title: 'Requests to CloudFront; right: 5xx (%)',
        left: [distribution.metricRequests({ label: 'requests', statistic: Stats.SUM })],
        right: [distribution.metric5xxErrorRate({ label: '5xx (%)' })],
      }),
    ],
    [
      ...functionGraphs({ admin }),
      graph({ title: 'Invocations', left: [admin.metricInvocations({ label: 'admin' })] }),
    ],
  ]);
