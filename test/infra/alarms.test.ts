import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { tables, type TableId } from '../../shared/tables.ts';
import { metricNames } from '../../shared/metric-names.ts';
import { capitalise } from '../../lib/aws/constructs/capitalise.ts';
import { routes } from '../../shared/routes.ts';
import { allOf, allPropertiesOf, idOf, idsOf, propertiesOf } from './find.ts';
import { consoleTemplate, serviceTemplate } from './synthesise.ts';

const template = serviceTemplate('full');

const alarmNamed = (name: string) => propertiesOf(template, idOf(template, `Alarms/${name}`));

const operators: Readonly<Record<string, string>> = {
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '<=',
};

/** Describes when an alarm fires, for example `AWS/SQS ApproximateNumberOfMessagesVisible Maximum >= 1`. */
const conditionOf = (name: string): string => {
  const alarm = alarmNamed(name);
  const { Namespace, MetricName, Statistic, ExtendedStatistic, Metrics } = alarm;
  const watched = Metrics ? Metrics[0].Expression : `${Namespace} ${MetricName} ${Statistic ?? ExtendedStatistic}`;
  return `${watched} ${operators[alarm['ComparisonOperator']]} ${alarm['Threshold']}`;
};

const alarmNames = idsOf(template, 'AWS::CloudWatch::Alarm').map((id) =>
  id.replace(/^Alarms/, '').replace(/[\dA-F]{8}$/, ''),
);

/** The alarms that every function has. */
const alarmsOfFunction = (name: string) => ({
  [`${name}Errors`]: 'AWS/Lambda Errors Sum >= 1',
  [`${name}Throttles`]: 'AWS/Lambda Throttles Sum >= 1',
});

const alarmsOfRoute = (route: string) => ({
  [`${capitalise(route)}ClientErrors`]: 'IF(requests >= 20, 100 * found / requests, 0) >= 50',
  [`${capitalise(route)}TooManyRequests`]: 'IF(requests >= 20, 100 * found / requests, 0) >= 5',
});

/** The alarm on throttled reads and writes, added up over the table and its indexes. */
const alarmsOfTable = (table: string) => {
  const count = 2 * (1 + tables[table as TableId].indexes.length);
  const terms = Array.from({ length: count }, (_, position) => `FILL(${table}${position}, 0)`);
  return { [`${capitalise(table)}TableThrottles`]: `${terms.join(' + ')} >= 1` };
};

const functions = ['Auth', 'Refresh', 'Checkin', 'Batch', 'Sync', 'Push', 'Events', 'Housekeeping'];

describe('The alarms', () => {
  it('fire under exactly these conditions', () => {
    expect(Object.fromEntries(alarmNames.map((name) => [name, conditionOf(name)]))).toStrictEqual(
      Object.assign(
        {
          ServerErrors: 'AWS/ApiGateway 5xx Sum >= 5',
          Latency: 'AWS/ApiGateway Latency p95 >= 900',
          NoTraffic: 'IF(HOUR(requests) >= 6 AND HOUR(requests) < 18 AND DAY(requests) < 6, requests, 1) <= 0',
          // 80 % of the 111 in accountConcurrency.
          ClaimedAccountConcurrency: 'AWS/Lambda ClaimedAccountConcurrency Maximum >= 88',
          ReleaseLatency: 'MAX([auth, refresh, checkin]) >= 900',
          PushesFailed: 'AWS/SQS ApproximateNumberOfMessagesVisible Maximum >= 1',
          PushesFailedLongAgo: 'AWS/SQS ApproximateAgeOfOldestMessage Maximum >= 43200',
          PushRecordsUnreadable: 'CheckinService PushRecordsUnreadable Sum >= 1',
          PushesLate: 'AWS/Lambda IteratorAge Maximum >= 300000',
          PushesStopped: 'AWS/Lambda PolledEventCount SampleCount < 0',
          EventsFailed: 'AWS/SQS ApproximateNumberOfMessagesVisible Maximum >= 1',
          EventsFailedLongAgo: 'AWS/SQS ApproximateAgeOfOldestMessage Maximum >= 43200',
          EventsLate: 'AWS/Lambda IteratorAge Maximum >= 300000',
          EventsBookingsStopped: 'AWS/Lambda PolledEventCount SampleCount < 0',
          EventsAuditLogStopped: 'AWS/Lambda PolledEventCount SampleCount < 0',
          ClientsSilent: 'CheckinService ClientsSilent Sum >= 1',
          SecretsEnding: 'CheckinService SecretsEnding Sum >= 1',
          LoginDeniedByAddress: 'CheckinService LoginDeniedByAddress Sum >= 1',
          HousekeepingFailed: 'AWS/SQS ApproximateNumberOfMessagesVisible Maximum >= 1',
          HousekeepingStopped: 'AWS/Lambda Invocations Sum <= 0',
          FailedLogins: 'CheckinService LoginFailed Sum >= 7',
          DryRunsFoundNobody: 'CheckinService DryRunsFoundNobody Sum >= 20',
          ActivityLogFailed: 'CheckinService ActivityLogFailed Sum >= 1',
          RefreshTokenReused: 'CheckinService RefreshTokenReused Sum >= 1',
          SigningKeyOld: 'CheckinService SigningKeyAgeDays Maximum >= 9',
        },
        ...functions.map(alarmsOfFunction),
        ...Object.keys(routes).map(alarmsOfRoute),
        ...Object.keys(tables).map(alarmsOfTable),
      ),
    );
  });

  it.each([
    ['PushesStopped', 'Stream/Mapping'],
    ['EventsBookingsStopped', 'Events/BookingsMapping'],
    ['EventsAuditLogStopped', 'Events/AuditLogMapping'],
  ])('fire if an event source mapping reports no polls, because its stream is then not read: %s', (alarm, id) => {
    const mapping = idOf(template, id);
    expect(propertiesOf(template, mapping)).toMatchObject({ MetricsConfig: { Metrics: ['EventCount'] } });
    expect(alarmNamed(alarm)).toMatchObject({
      Dimensions: [{ Name: 'EventSourceMappingUUID', Value: { Ref: mapping } }],
      EvaluationPeriods: 3,
      // A count is never below 0, so only missing data makes this alarm fire.
      TreatMissingData: 'breaching',
    });
  });

  it('include NoTraffic, which counts an hour without data as 0 requests', () => {
    const { Metrics } = alarmNamed('NoTraffic');
    expect(Metrics.find(({ Id }: { Id: string }) => Id === 'requests')).toMatchObject({
      Expression: 'FILL(counted, 0)',
    });
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
    const { Metrics } = alarmNamed('SyncUsersTooManyRequests');
    const [, found, requests] = (Metrics as { Id: string; MetricStat?: { Metric: object } }[]).toSorted((one, other) =>
      one.Id.localeCompare(other.Id),
    );
    const metric = {
      Namespace: 'CheckinService/checkin-prod',
      Dimensions: [{ Name: 'Route', Value: 'POST /sync/users' }],
    };
    expect([found?.MetricStat?.Metric, requests?.MetricStat?.Metric]).toMatchObject([
      { ...metric, MetricName: 'TooManyRequests' },
      { ...metric, MetricName: 'Requests' },
    ]);
  });

  it('watch the metrics that functions report under the name of this deployment', () => {
    const service = 'checkin-prod';
    for (const name of ['FailedLogins', 'RefreshTokenReused', 'PushRecordsUnreadable']) {
      const { Dimensions } = alarmNamed(name);
      expect(Dimensions).toStrictEqual([{ Name: 'service', Value: service }]);
    }
    for (const { Environment } of allPropertiesOf(template, 'AWS::Lambda::Function')) {
      expect(Environment.Variables).toMatchObject({ POWERTOOLS_SERVICE_NAME: service });
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
