import { describe, expect, it } from '@jest/globals';
import { bookingsWithEvents, entriesWithEvents } from '../../shared/stream-filters.ts';
import { allOf, allPropertiesOf, functionNamed, idOf, propertiesOf } from './find.ts';
import { everySetting, serviceTemplate } from './synthesise.ts';

const template = await serviceTemplate(everySetting);
const templateWithoutBus = await serviceTemplate();

describe('In a stage with an event bus', () => {
  it.each([
    ['BookingsMapping', 'bookings', bookingsWithEvents],
    ['AuditLogMapping', 'auditLog', entriesWithEvents],
  ] as const)(
    'the function `events` reads a stream, and records that fail for an hour go to a queue: %s',
    (id, table, filters) => {
      expect(propertiesOf(template, idOf(template, `Events/${id}`))).toMatchObject({
        EventSourceArn: { 'Fn::GetAtt': [idOf(template, `Tables/${table}`), 'StreamArn'] },
        FunctionName: { Ref: functionNamed(template, 'events').id },
        FilterCriteria: { Filters: filters.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
        StartingPosition: 'TRIM_HORIZON',
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 100,
        MaximumRecordAgeInSeconds: 3600,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [idOf(template, 'Events/Failures'), 'Arn'] } } },
      });
    },
  );

  it('every stream has at most two readers', () => {
    const sources = allPropertiesOf(template, 'AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) =>
      JSON.stringify(EventSourceArn),
    );
    for (const source of sources) expect(sources.filter((each) => each === source).length).toBeLessThanOrEqual(2);
  });

  it('the environment of the function has only the bus, the queue and the name of the deployment', () => {
    const { Variables } = functionNamed(template, 'events').Properties['Environment'];
    const queue = { Ref: idOf(template, 'Events/Failures') };
    expect(Variables).toStrictEqual({
      EVENT_BUS: 'desks',
      EVENT_FAILURES_QUEUE_URL: queue,
      TOKEN_ISSUER: functionNamed(template, 'auth').Properties['Environment'].Variables.TOKEN_ISSUER,
      POWERTOOLS_SERVICE_NAME: 'checkin-prod',
    });
    expect(template.findOutputs()).toMatchObject({
      EventFunction: { Value: { Ref: functionNamed(template, 'events').id } },
      EventFailures: { Value: queue },
    });
  });

  it('the queue is encrypted, keeps messages for 14 days, and rejects plain HTTP', () => {
    const queue = idOf(template, 'Events/Failures');
    expect(propertiesOf(template, queue)).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
    });
    const policies = allPropertiesOf(template, 'AWS::SQS::QueuePolicy').filter(({ Queues }) => Queues[0].Ref === queue);
    expect(policies).toMatchObject([
      { PolicyDocument: { Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] } },
    ]);
  });

  it('the bus can belong to another account', async () => {
    const arn = 'arn:aws:events:eu-central-1:444455556666:event-bus/central';
    const elsewhere = await serviceTemplate({ stage: 'dev', eventBus: arn });
    expect(functionNamed(elsewhere, 'events').Properties['Environment'].Variables.EVENT_BUS).toBe(arn);
    const statements = allPropertiesOf(elsewhere, 'AWS::IAM::Policy').flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement as { Action: string; Resource: unknown }[],
    );
    const granted = statements.filter(({ Action }) => Action === 'events:PutEvents').map(({ Resource }) => Resource);
    // One permission is for the function events, the other for housekeeping.
    expect(granted).toStrictEqual([arn, arn]);
  });
});

describe('In a stage without an event bus', () => {
  it('no resource for events is deployed', () => {
    expect(JSON.stringify(templateWithoutBus)).not.toMatch(/EventFailures|EVENT_BUS|events:PutEvents|EventsFunction/);
    expect(allOf(templateWithoutBus, 'AWS::Lambda::EventSourceMapping')).toHaveLength(1);
  });
});
