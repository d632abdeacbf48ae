import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { metricNames } from '../../shared/metric-names.ts';
import { type Properties, allOf, allPropertiesOf, idOf, idsOf, propertiesOf, readable, sorted } from './find.ts';
import { stackTemplate } from './synthesise.ts';

const template = stackTemplate('full');

const alarmNamed = (name: string) => propertiesOf(template, idOf(template, `Alarms/${name}`));

const operators: Readonly<Record<string, string>> = {
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '<=',
};

/** For example `AWS/SQS ApproximateAgeOfOldestMessage StreamFailures Maximum`. */
const describeMetric = ({ Namespace, MetricName, Dimensions = [] }: Properties, statistic: string): string =>
  [Namespace, MetricName, ...Dimensions.map(({ Value }: Properties) => readable(Value)), statistic].join(' ');

/**
 * Describes when an alarm fires: the metric or the expression, the threshold, the metrics in the expression, and the periods, if
 * they are not one of 5 minutes. For example `AWS/Lambda IteratorAge FunctionsPushFunction Maximum >= 300000`.
 */
const conditionOf = (name: string): string => {
  const alarm = alarmNamed(name);
  const { Statistic, ExtendedStatistic, EvaluationPeriods: count, EvaluateLowSampleCountPercentile: few } = alarm;
  const [expression, ...operands] = (alarm['Metrics'] ?? []) as Properties[];
  const described = operands.map(
    ({ Id, Expression, MetricStat }) => `${Id}: ${Expression ?? describeMetric(MetricStat.Metric, MetricStat.Stat)}`,
  );
  const periods = [alarm, ...operands.flatMap(({ MetricStat }) => MetricStat ?? [])].map(({ Period }) => Period);
  const minutes = Math.max(...periods.filter(Boolean)) / 60;
  return [
    expression ? expression['Expression'] : describeMetric(alarm, Statistic ?? ExtendedStatistic),
    `${operators[alarm['ComparisonOperator']]} ${alarm['Threshold']}`,
    ...(described.length > 0 ? [`[${described.join(', ')}]`] : []),
    ...(count === 1 && minutes === 5 ? [] : [`in ${alarm['DatapointsToAlarm'] ?? count} of ${count} × ${minutes} min`]),
    ...(few ? [`few samples: ${few}`] : []),
  ].join(' ');
};

const alarmNames = idsOf(template, 'AWS::CloudWatch::Alarm').map((id) =>
  id.replace(/^Alarms/, '').replace(/[\dA-F]{8}$/, ''),
);

const functionOf = (name: string): string => `Functions${name}Function`;

/** `m0`, `m1` … with what they measure. */
const over = (...metrics: string[]) => `[${metrics.map((metric, position) => `m${position}: ${metric}`).join(', ')}]`;
const filled = (operation: string, count: number) =>
  `${operation}([${Array.from({ length: count }, (_, position) => `FILL(m${position}, 0)`).join(', ')}])`;
const business = (name: string) => `CheckinService ${name} checkin-prod Sum`;
const released = (name: string, id: string, metric: string) =>
  `AWS/Lambda ${metric} ${id}CurrentVersion ${id} ${id}:live ${name}`;

const gates = ['Auth', 'Refresh', 'Checkin'].map(functionOf);
const aliased = [...gates, functionOf('Batch'), functionOf('Sync'), 'ConsoleFunctionsAdminFunction'];
const background = ['Push', 'Housekeeping', 'Events'].map(functionOf);
const all = [...aliased.slice(0, 5), ...background, 'ConsoleFunctionsAdminFunction'];
const rate = 'IF(errors >= 5, 100 * errors / (requests), 0)';
const requestsOf = (api: string) => `[errors: AWS/ApiGateway 5xx ${api} Sum, requests: AWS/ApiGateway Count ${api} Sum`;

const page = {
  // Few requests log in, so that their failures would be a small share of all.
  ServerErrors:
    `MAX([${rate}, IF(FILL(logins, 0) >= 5, 100 * FILL(logins, 0) / (FILL(logins, 0) + FILL(loggedIn, 0) + FILL(refreshed, 0)), 0)]) >= 5 ` +
    `${requestsOf('HttpHttpApi')}, logins: CheckinService checkin-prod-LoginServerErrors Sum, loggedIn: ${business('LoginSucceeded')}, refreshed: ${business('TokensRefreshed')}]`,
  DeliveriesWaiting: `${filled('MAX', 2)} >= 21600 ${over('AWS/SQS ApproximateAgeOfOldestMessage StreamFailures Maximum', 'AWS/SQS ApproximateAgeOfOldestMessage EventsFailures Maximum')}`,
  StreamsStopped: `${filled('MIN', 3)} <= 0 ${over(
    ...['StreamMapping', 'EventsBookingsMapping', 'EventsAuditLogMapping'].map(
      (id) => `AWS/Lambda PolledEventCount ${id} SampleCount`,
    ),
  )} in 3 of 3 × 5 min`,
  CredentialsMisused: `${filled('SUM', 2)} >= 1 ${over(business('RefreshTokenReused'), business('LoginDeniedByAddress'))}`,
};

const notice = {
  ServerErrorsSlow: `${rate} >= 1 ${requestsOf('HttpHttpApi')}] in 1 of 1 × 60 min`,
  ConsoleServerErrors: `${rate} >= 5 ${requestsOf('ConsoleApiHttpApi')}]`,
  // The new versions alone.
  ReleaseErrors: `${filled('SUM', 6)} >= 1 ${over(...aliased.map((id) => released('Sum', id, 'Errors')))} in 1 of 1 × 1 min`,
  ReleaseLatency: `${filled('MAX', 3)} >= 1000 ${over(...gates.map((id) => released('p95', id, 'Duration')))} in 3 of 5 × 1 min`,
  Throttles: `${filled('SUM', 9)} >= 1 ${over(...all.map((id) => `AWS/Lambda Throttles ${id} Sum`))}`,
  BackgroundErrors: `${filled('SUM', 3)} >= 1 ${over(...background.map((id) => `AWS/Lambda Errors ${id} Sum`))}`,
  HousekeepingStopped: `FILL(runs, 0) - FILL(errors, 0) <= 0 [runs: AWS/Lambda Invocations ${functionOf('Housekeeping')} Sum, errors: AWS/Lambda Errors ${functionOf('Housekeeping')} Sum] in 1 of 1 × 180 min`,
  DeliveriesFailed: `${filled('SUM', 2)} >= 1 ${over('AWS/SQS ApproximateNumberOfMessagesVisible StreamFailures Maximum', 'AWS/SQS ApproximateNumberOfMessagesVisible EventsFailures Maximum')}`,
  DeliveriesLate: `${filled('MAX', 2)} >= 300000 ${over(`AWS/Lambda IteratorAge ${functionOf('Push')} Maximum`, `AWS/Lambda IteratorAge ${functionOf('Events')} Maximum`)}`,
  CheckinLogFailed: `${business('CheckinLogFailed')} >= 1`,
  FailedLogins: `${business('LoginFailed')} >= 50`,
  DryRunsFoundNobody: `${business('DryRunsFoundNobody')} >= 20`,
  ClientsSilent: `${business('ClientsSilent')} >= 1`,
  SecretsEnding: `${business('SecretsEnding')} >= 1`,
  SigningKeyOld: 'CheckinService SigningKeyAgeDays checkin-prod Maximum >= 400 in 1 of 1 × 1440 min',
};

describe('The alarms', () => {
  it('are at most 20, and fire under exactly these conditions', () => {
    expect(Object.fromEntries(alarmNames.map((name) => [name, conditionOf(name)]))).toStrictEqual({
      ...page,
      ...notice,
    });
    expect(alarmNames.length).toBeLessThanOrEqual(20);
  });

  it('read at most ten metrics each, which is CloudWatch’s limit', () => {
    for (const { Metrics = [] } of allPropertiesOf(template, 'AWS::CloudWatch::Alarm'))
      expect((Metrics as Properties[]).filter(({ MetricStat }) => MetricStat).length).toBeLessThanOrEqual(10);
  });

  it('notice a stream that is not read, because every event source mapping counts its polls', () => {
    const mappings = allPropertiesOf(template, 'AWS::Lambda::EventSourceMapping');
    expect(mappings).toMatchObject(mappings.map(() => ({ MetricsConfig: { Metrics: ['EventCount'] } })));
  });

  it('count the 5xx of the log-in routes in the access log', () => {
    const [filter, ...others] = allPropertiesOf(template, 'AWS::Logs::MetricFilter');
    expect(others).toStrictEqual([]);
    expect(filter?.['FilterPattern']).toBe(
      '{ ($.status = "5*") && (($.routeKey = "POST /auth") || ($.routeKey = "POST /oauth2/token") || ($.routeKey = "GET /auth/refresh-token")) }',
    );
    const { AccessLogSettings } = propertiesOf(template, idOf(template, 'Http/Stage'));
    expect(AccessLogSettings.DestinationArn['Fn::GetAtt'][0]).toBe(filter?.['LogGroupName'].Ref);
    expect(JSON.parse(AccessLogSettings.Format as string)).toMatchObject({
      status: '$context.status',
      routeKey: '$context.routeKey',
    });
  });

  it('page somebody only if people cannot check in or data is at risk; the others give notice, and do not say when they clear', () => {
    const [pageTopic, noticeTopic] = ['Page', 'Notice'].map((id) => ({ Ref: idOf(template, `Announcements/${id}`) }));
    for (const name of alarmNames) {
      const isPage = name in page;
      const { AlarmActions, OKActions, TreatMissingData } = alarmNamed(name);
      expect([name, AlarmActions, OKActions]).toStrictEqual([
        name,
        [isPage ? pageTopic : noticeTopic],
        isPage ? [pageTopic] : undefined,
      ]);
      // Only these watch for missing data.
      expect([name, TreatMissingData]).toStrictEqual([name, name.endsWith('Stopped') ? 'breaching' : 'notBreaching']);
    }
  });

  it.each([
    ['Pages', Object.keys(page)],
    ['Notices', Object.keys(notice)],
  ])('each have one entry under %s of docs/operations.md, which their descriptions name', (heading, names) => {
    const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(`\n### ${heading}\n`);
    const entries = [...(section.split(/\n##/)[0] ?? '').matchAll(/^- ((?:`\w+`(?:, )?)+): \S/gm)];
    const explained = entries.flatMap(([, list = '']) => list.replaceAll('`', '').split(', '));
    expect(sorted(explained)).toStrictEqual(sorted(names));
    for (const name of names) {
      const { AlarmDescription } = alarmNamed(name);
      expect(AlarmDescription).toMatch(new RegExp(`^[A-Z0-9].*\\. See docs/operations\\.md, alarm ${name}\\.$`));
    }
  });
});

describe('The topics of alarms', () => {
  const fromThisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const principal = { Service: 'cloudwatch.amazonaws.com' };

  it.each(['Page', 'Notice'])('let CloudWatch publish, because both the policy and the key allow it: %s', (id) => {
    const topic = idOf(template, `Announcements/${id}`);
    const policy = allPropertiesOf(template, 'AWS::SNS::TopicPolicy').find(({ Topics }) => Topics[0].Ref === topic);
    const [key] = allPropertiesOf(template, 'AWS::KMS::Key');
    expect(propertiesOf(template, topic)['KmsMasterKeyId']['Fn::GetAtt'][0]).toBe(idOf(template, 'Announcements/Key'));
    expect(policy?.['PolicyDocument'].Statement).toMatchObject([
      { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Effect: 'Allow', Action: 'sns:Publish', Principal: principal, Condition: fromThisAccount },
    ]);
    expect(key).toMatchObject({ EnableKeyRotation: true });
    expect(key?.['KeyPolicy'].Statement[1]).toMatchObject({
      Effect: 'Allow',
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      Principal: principal,
      Condition: fromThisAccount,
    });
  });

  it('send e-mail to the addresses in the settings, if there are any', () => {
    const to = (id: string, Endpoint: string) => ({
      Protocol: 'email',
      Endpoint,
      TopicArn: { Ref: idOf(template, `Announcements/${id}`) },
    });
    expect(allPropertiesOf(template, 'AWS::SNS::Subscription')).toMatchObject([
      to('Page', 'pager@example.com'),
      to('Notice', 'team@example.com'),
    ]);
    expect(allOf(stackTemplate(), 'AWS::SNS::Subscription')).toStrictEqual([]);
  });
});

interface Widget {
  readonly properties: { readonly title?: string; readonly annotations?: object };
}

describe('The dashboard', () => {
  const [dashboard] = allPropertiesOf(template, 'AWS::CloudWatch::Dashboard');
  const parts = dashboard?.['DashboardBody']['Fn::Join'][1] as unknown[];
  const { widgets } = JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'X')).join('')) as {
    widgets: Widget[];
  };

  it('draws the thresholds of the alarms', () => {
    const lines = widgets.flatMap(({ properties: { title, annotations } }) =>
      annotations && 'horizontal' in annotations
        ? [[title, (annotations.horizontal as { value: number }[])[0]?.value]]
        : [],
    );
    expect(Object.fromEntries(lines)).toMatchObject({ 'Delay (ms)': 300_000, 'Failed log-ins': 50 });
  });

  it('shows every business metric and every alarm', () => {
    const body = JSON.stringify(dashboard);
    for (const name of metricNames) expect(body).toContain(`\\"CheckinService\\",\\"${name}\\"`);
    for (const id of idsOf(template, 'AWS::CloudWatch::Alarm')) expect(body).toContain(`"${id}"`);
  });
});
