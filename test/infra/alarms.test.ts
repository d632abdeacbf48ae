import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { tables, type TableId } from '../../shared/tables.ts';
import { metricNames } from '../../shared/metric-names.ts';
import { capitalise } from '../../lib/aws/constructs/capitalise.ts';
import { routes } from '../../shared/routes.ts';
import { type Properties, allOf, allPropertiesOf, idOf, idsOf, propertiesOf, readable } from './find.ts';
import { consoleTemplate, serviceTemplate } from './synthesise.ts';

const template = serviceTemplate('full');

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

/** The alarms that every function has. */
const alarmsOfFunction = (name: string) => ({
  [`${name}Errors`]: `AWS/Lambda Errors ${functionOf(name)} Sum >= 1`,
  [`${name}Throttles`]: `AWS/Lambda Throttles ${functionOf(name)} Sum >= 1`,
});

const alarmsOfRoute = ([route, { method, path }]: [string, { method: string; path: string }]) => {
  const countOf = (metric: string) => `CheckinService/checkin-prod ${metric} ${method} ${path} Sum`;
  const conditionFor = (metric: string, percent: number) =>
    `IF(requests >= 20, 100 * found / requests, 0) >= ${percent} [found: ${countOf(metric)}, requests: ${countOf('Requests')}] in 1 of 1 × 15 min`;
  return {
    [`${capitalise(route)}ClientErrors`]: conditionFor('ClientErrors', 50),
    [`${capitalise(route)}TooManyRequests`]: conditionFor('TooManyRequests', 5),
  };
};

/** The alarm on throttled reads and writes, added up over the table and its indexes. */
const alarmsOfTable = (table: string) => {
  const sources = ['', ...tables[table as TableId].indexes.map(({ name }) => `${name} `)].flatMap((index) =>
    ['Read', 'Write'].map((kind) => `AWS/DynamoDB ${kind}ThrottleEvents ${index}Tables${capitalise(table)} Sum`),
  );
  const terms = sources.map((_, position) => `FILL(${table}${position}, 0)`);
  const operands = sources.map((source, position) => `${table}${position}: ${source}`);
  return { [`${capitalise(table)}TableThrottles`]: `${terms.join(' + ')} >= 1 [${operands.join(', ')}]` };
};

/** The alarms on a stream that a function reads, and on the queue of its failures. */
const alarmsOfDelivery = (name: string, stream: string, consumer: string) => ({
  [`${name}Failed`]: `AWS/SQS ApproximateNumberOfMessagesVisible ${stream}Failures Maximum >= 1`,
  [`${name}FailedLongAgo`]: `AWS/SQS ApproximateAgeOfOldestMessage ${stream}Failures Maximum >= 43200`,
  [`${name}Late`]: `AWS/Lambda IteratorAge ${functionOf(consumer)} Maximum >= 300000`,
});

const functions = ['Auth', 'Refresh', 'Checkin', 'Batch', 'Sync', 'Push', 'Events', 'Housekeeping'];

describe('The alarms', () => {
  it('fire under exactly these conditions', () => {
    expect(Object.fromEntries(alarmNames.map((name) => [name, conditionOf(name)]))).toStrictEqual(
      Object.assign(
        {
          ServerErrors: 'AWS/ApiGateway 5xx HttpHttpApi Sum >= 5',
          Latency: 'AWS/ApiGateway Latency HttpHttpApi p95 >= 900 in 3 of 3 × 5 min few samples: ignore',
          // Without FILL, a quiet quarter of an hour would have no data, and an hour without data is 0 requests.
          NoTraffic:
            'IF(HOUR(requests) >= 6 AND HOUR(requests) < 18 AND DAY(requests) < 6, requests, 1) <= 0 [requests: FILL(counted, 0), counted: AWS/ApiGateway Count HttpHttpApi Sum] in 2 of 2 × 15 min',
          // 80 % of the 111 in accountConcurrency.
          ClaimedAccountConcurrency: 'AWS/Lambda ClaimedAccountConcurrency Maximum >= 88',
          // The new versions alone.
          ReleaseLatency: `MAX([auth, refresh, checkin]) >= 900 [${['auth', 'refresh', 'checkin']
            .map((name) => [name, functionOf(capitalise(name))] as const)
            .map(([name, id]) => `${name}: AWS/Lambda Duration ${id}CurrentVersion ${id} ${id}:live p95`)
            .join(', ')}] in 3 of 5 × 1 min`,
          PushesStopped: 'AWS/Lambda PolledEventCount StreamMapping SampleCount < 0 in 3 of 3 × 5 min',
          EventsBookingsStopped: 'AWS/Lambda PolledEventCount EventsBookingsMapping SampleCount < 0 in 3 of 3 × 5 min',
          EventsAuditLogStopped: 'AWS/Lambda PolledEventCount EventsAuditLogMapping SampleCount < 0 in 3 of 3 × 5 min',
          HousekeepingFailed: 'AWS/SQS ApproximateNumberOfMessagesVisible HousekeepingFailures Maximum >= 1',
          HousekeepingStopped: 'AWS/Lambda Invocations FunctionsHousekeepingFunction Sum <= 0 in 1 of 1 × 180 min',
          PushRecordsUnreadable: 'CheckinService PushRecordsUnreadable checkin-prod Sum >= 1',
          ClientsSilent: 'CheckinService ClientsSilent checkin-prod Sum >= 1',
          SecretsEnding: 'CheckinService SecretsEnding checkin-prod Sum >= 1',
          LoginDeniedByAddress: 'CheckinService LoginDeniedByAddress checkin-prod Sum >= 1',
          FailedLogins: 'CheckinService LoginFailed checkin-prod Sum >= 7',
          DryRunsFoundNobody: 'CheckinService DryRunsFoundNobody checkin-prod Sum >= 20',
          ActivityLogFailed: 'CheckinService ActivityLogFailed checkin-prod Sum >= 1',
          RefreshTokenReused: 'CheckinService RefreshTokenReused checkin-prod Sum >= 1',
          SigningKeyOld: 'CheckinService SigningKeyAgeDays checkin-prod Maximum >= 9 in 1 of 1 × 1440 min',
        },
        alarmsOfDelivery('Pushes', 'Stream', 'Push'),
        alarmsOfDelivery('Events', 'Events', 'Events'),
        ...functions.map(alarmsOfFunction),
        ...Object.entries(routes).map(alarmsOfRoute),
        ...Object.keys(tables).map(alarmsOfTable),
      ),
    );
  });

  it('notice a stream that is not read, because every event source mapping counts its polls', () => {
    const mappings = allPropertiesOf(template, 'AWS::Lambda::EventSourceMapping');
    expect(mappings).toMatchObject(mappings.map(() => ({ MetricsConfig: { Metrics: ['EventCount'] } })));
  });

  it('watch the 4xx and 429 responses of each route, as counted by metric filters on the access log', () => {
    const filters = allPropertiesOf(template, 'AWS::Logs::MetricFilter');
    const counted = filters.map(({ FilterPattern, MetricTransformations: [metric] }) => [
      metric.MetricName,
      FilterPattern,
    ]);
    expect(Object.fromEntries(counted)).toStrictEqual({
      Requests: '{ $.status = "*" }',
      ClientErrors: '{ $.status = "4*" }',
      TooManyRequests: '{ $.status = "429" }',
    });
    const [{ AccessLogSettings } = {}] = allPropertiesOf(template, 'AWS::ApiGatewayV2::Stage');
    for (const { LogGroupName, MetricTransformations } of filters) {
      expect(AccessLogSettings.DestinationArn['Fn::GetAtt'][0]).toBe(LogGroupName.Ref);
      expect(JSON.parse(AccessLogSettings.Format as string)).toMatchObject({
        status: '$context.status',
        routeKey: '$context.routeKey',
      });
      expect(MetricTransformations).toMatchObject([{ Dimensions: [{ Key: 'Route', Value: '$.routeKey' }] }]);
    }
  });

  it('notify the topic when they fire and when they clear, and fire on missing data only if they watch for it', () => {
    for (const alarm of allPropertiesOf(template, 'AWS::CloudWatch::Alarm')) {
      expect(alarm).toMatchObject({
        AlarmActions: [{ Ref: idOf(template, 'Announcements/Topic') }],
        OKActions: [{ Ref: idOf(template, 'Announcements/Topic') }],
        TreatMissingData: /Nobody (called|reads)|has not run/.test(alarm['AlarmDescription'])
          ? 'breaching'
          : 'notBreaching',
      });
    }
  });

  it('are all explained in docs/operations.md', () => {
    const documentation = readFileSync('docs/operations.md', 'utf8');
    const all = [template, consoleTemplate()].flatMap((each) => allPropertiesOf(each, 'AWS::CloudWatch::Alarm'));
    expect(all.length).toBeGreaterThan(alarmNames.length);
    for (const { AlarmDescription } of all) {
      const name = /alarm (?<name>\w+)\.$/.exec(AlarmDescription as string)?.groups?.['name'] ?? '';
      expect(AlarmDescription).toMatch(new RegExp(`^[A-Z0-9].*\\. See docs/operations\\.md, alarm ${name}\\.$`));
      expect(documentation).toContain(`\`${name}\``);
    }
  });
});

describe('The alarm topic', () => {
  const fromThisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const principal = { Service: 'cloudwatch.amazonaws.com' };

  it('lets CloudWatch publish, because both the topic policy and the encryption key allow it', () => {
    const topic = idOf(template, 'Announcements/Topic');
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

  it('sends e-mail to the address in the settings, if there is one', () => {
    const email = { Protocol: 'email', Endpoint: 'ops@example.com' };
    expect(allPropertiesOf(template, 'AWS::SNS::Subscription')).toMatchObject([email]);
    expect(allOf(serviceTemplate(), 'AWS::SNS::Subscription')).toStrictEqual([]);
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
    expect(Object.fromEntries(lines)).toMatchObject({ 'Latency (ms)': 900, 'Failed log-ins': 7 });
  });

  it('shows every business metric and every alarm', () => {
    const body = JSON.stringify(dashboard);
    for (const name of metricNames) expect(body).toContain(`\\"CheckinService\\",\\"${name}\\"`);
    for (const id of idsOf(template, 'AWS::CloudWatch::Alarm')) expect(body).toContain(`"${id}"`);
  });
});
