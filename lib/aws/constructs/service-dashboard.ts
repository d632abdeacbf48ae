import { Duration, Stack } from 'aws-cdk-lib/core';
import {
  AlarmStatusWidget,
  Dashboard,
  Stats,
  TextWidget,
  type IAlarm,
  type IMetric,
  type Metric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { MetricName } from '../../../shared/metric-names.ts';
import { businessMetric } from './business-metric.ts';
import { FULL_WIDTH, graph, heading, latencies, responseGraph } from './dashboard-rows.ts';
import { MAX_DELAY_MILLISECONDS, SERVER_ERRORS, type MonitoringProps } from './monitoring-props.ts';
import type { ServiceFunction } from './service-function.ts';
import type { StreamDelivery } from './stream-delivery.ts';

const labels: Readonly<Record<MetricName, string>> = {
  LoginSucceeded: 'logged in',
  LoginFailed: 'failed',
  LoginDeniedByAddress: 'right secret, wrong network',
  TokensRefreshed: 'refreshed',
  RefreshReplayed: 'refreshed again in the grace period',
  RefreshTokenReused: 'stolen or old token',
  SigningKeyAgeDays: 'age of the signing key, in days',
  ClientsSilent: 'fell silent',
  ClientsBack: 'seen again',
  SecretsEnding: 'secret ends soon',
  CheckinsPerformed: 'checked in',
  ZeroCheckinsNothingOpen: 'nothing open',
  ZeroCheckinsAlreadyCheckedIn: 'already checked in',
  DryRunsFoundNobody: 'dry runs of unknown people',
  ActivityLogFailed: 'log entries lost',
  PushesSent: 'sent',
  PushesRejected: 'rejected by SNS',
  PushEndpointsDropped: 'device gone',
  PushRecordsUnreadable: 'record unreadable',
};

/**
 * One page that shows whether the service works and, if not, which part to look at. Read it from the top: alarms first, then rows
 * that each answer one question.
 */
export class ServiceDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(
    scope: Construct,
    id: string,
    { monitored, alarms }: { readonly monitored: MonitoringProps; readonly alarms: IAlarm[] },
  ) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(12) });
    this.dashboard.addWidgets(this.#introduction());
    this.dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', width: FULL_WIDTH, alarms }));
    this.dashboard.addWidgets(heading('1. Are people being checked in?', 'Requests go up and down; 5xx stay at zero.'));
    this.dashboard.addWidgets(...this.#checkins(monitored));
    this.dashboard.addWidgets(
      heading('2. Can clients log in?', 'A few failed log-ins are mistakes; many are an attack.'),
    );
    this.dashboard.addWidgets(...this.#tokens(monitored));
    this.dashboard.addWidgets(heading('3. Do pushes arrive?', 'The delay is a few seconds, and the queue is empty.'));
    this.dashboard.addWidgets(...this.#pushes(monitored));
    this.dashboard.addWidgets(heading('4. Which part is it?', 'Errors and throttles stay at zero.'));
    this.dashboard.addWidgets(...this.#parts(monitored));
  }

  #introduction(): IWidget {
    const { stackName } = Stack.of(this);
    const lines = [
      `# ${stackName}`,
      '**An alarm is red:** select it. Its description names its entry in docs/operations.md, which says what to do.',
      '**The alarm follows a deployment:** deploy the previous commit (docs/runbooks.md, "Wrong deployment").',
      `**The web console** has its own dashboard: the output ConsoleDashboard of the stack ${stackName}-console.`,
    ];
    return new TextWidget({ markdown: lines.join('\n\n'), width: FULL_WIDTH, height: 5 });
  }

  #counts(...names: MetricName[]): Metric[] {
    return names.map((name) => businessMetric(this, name).with({ label: labels[name] }));
  }

  #checkins({ http: { api }, settings }: MonitoringProps): IWidget[] {
    return [
      graph({
        title: 'Check-ins',
        left: this.#counts('CheckinsPerformed', 'ZeroCheckinsNothingOpen', 'ZeroCheckinsAlreadyCheckedIn'),
        right: this.#counts('DryRunsFoundNobody', 'ActivityLogFailed'),
      }),
      responseGraph(api, SERVER_ERRORS),
      graph({
        title: 'Latency (ms)',
        left: latencies(api, 50, 95, 99),
        alarmAt: settings.alarmLatencyMilliseconds,
      }),
    ];
  }

  #tokens({ settings }: MonitoringProps): IWidget[] {
    return [
      graph({ title: 'Log-ins', left: this.#counts('LoginSucceeded') }),
      graph({
        title: 'Failed log-ins',
        left: this.#counts('LoginFailed', 'LoginDeniedByAddress'),
        alarmAt: settings.alarmFailedLogins,
      }),
      graph({
        title: 'API clients: silent, seen again; secrets that end soon',
        left: this.#counts('ClientsSilent', 'ClientsBack', 'SecretsEnding'),
        alarmAt: 1,
      }),
      graph({
        title: 'Refreshes; right: stolen or old tokens',
        left: this.#counts('TokensRefreshed', 'RefreshReplayed'),
        right: this.#counts('RefreshTokenReused'),
      }),
      graph({
        title: 'Age of the signing keys (days)',
        left: this.#counts('SigningKeyAgeDays').map((metric) => metric.with({ statistic: Stats.MAXIMUM })),
        alarmAt: settings.alarmSigningKeyAgeDays,
      }),
    ];
  }

  #pushes({ functions, deliveries }: MonitoringProps): IWidget[] {
    return [
      graph({
        title: 'Pushes',
        left: this.#counts('PushesSent'),
        right: this.#counts('PushesRejected', 'PushEndpointsDropped', 'PushRecordsUnreadable'),
      }),
      ...this.#delivery('pushes', functions.push, deliveries.push),
    ];
  }

  #delivery(what: string, consumer: ServiceFunction, { failures }: StreamDelivery): IWidget[] {
    const delay = consumer.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: 'delay' });
    const waiting = failures.metricApproximateNumberOfMessagesVisible({ label: 'waiting', statistic: Stats.MAXIMUM });
    return [
      graph({ title: `Delay of ${what} (ms)`, left: [delay], alarmAt: MAX_DELAY_MILLISECONDS }),
      graph({ title: `Failed ${what} that wait for a replay`, left: [waiting], alarmAt: 1 }),
    ];
  }

  #parts({ http, functions, deliveries: { events }, tables, settings }: MonitoringProps): IWidget[] {
    const each = (metricOf: (part: IFunction, label: string) => IMetric) =>
      Object.entries(functions).map(([name, part]) => metricOf(part.function, name));
    return [
      graph({
        title: 'Functions: errors; right: throttles',
        left: each((part, label) => part.metricErrors({ label })),
        right: each((part, label) => part.metricThrottles({ label: `${label} throttles` })),
        alarmAt: 1,
      }),
      graph({
        title: 'Functions: duration, p95 (ms)',
        left: each((part, label) => part.metricDuration({ statistic: Stats.p(95), label })),
      }),
      graph({ title: 'DynamoDB: throttled requests', left: Object.values(tables.throttles), alarmAt: 1 }),
      ...(events && functions.events ? this.#delivery('events', functions.events, events) : []),
      ...(settings.alarmsByRoute ? this.#routes(http) : []),
    ];
  }

  #routes(http: MonitoringProps['http']): IWidget[] {
    return [
      graph({ title: 'Requests by route', left: Object.values(http.countByRoute('Requests')) }),
      graph({ title: '4xx responses by route', left: Object.values(http.countByRoute('ClientErrors')) }),
      graph({ title: '429 responses by route', left: Object.values(http.countByRoute('TooManyRequests')) }),
    ];
  }
}
