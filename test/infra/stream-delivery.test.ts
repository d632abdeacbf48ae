import { describe, expect, it } from '@jest/globals';
import {
  bookingsWithEvents,
  entriesWithEvents,
  isSelected,
  newCheckinWithNotify,
} from '../../shared/stream-filters.ts';
import type { PublishCommand } from '@aws-sdk/client-sns';
import { pushBatch } from '../../functions/push/push.ts';
import { readCheckedIn } from '../../shared/adapters/dynamodb/stream-event.ts';
import { makePushSender } from '../../shared/adapters/sns/push-sender.ts';
import { aBooking, aCheckin, aRecord } from '../unit/functions/push/checkin-record.ts';
import { allOf, allPropertiesOf, functionNamed, idOf, propertiesOf } from './find.ts';
import { stages } from './stages.ts';
import { serviceTemplate } from './synthesise.ts';

const template = serviceTemplate('full');
const templateWithoutBus = serviceTemplate();

describe('A stream', () => {
  it.each([
    ['push', 'Stream', 'Mapping', 'bookings', [newCheckinWithNotify]],
    ['events', 'Events', 'BookingsMapping', 'bookings', bookingsWithEvents],
    ['events', 'Events', 'AuditLogMapping', 'auditLog', entriesWithEvents],
  ] as const)(
    'is read from the beginning by the function %s, and records that fail for 12 hours go to a queue: %s/%s',
    (name, delivery, id, table, filters) => {
      const mapping = idOf(template, `${delivery}/${id}`);
      const queue = idOf(template, `${delivery}/Failures`);
      expect(propertiesOf(template, mapping)).toMatchObject({
        EventSourceArn: { 'Fn::GetAtt': [idOf(template, `Tables/${table}`), 'StreamArn'] },
        FunctionName: { Ref: functionNamed(template, name).id },
        FilterCriteria: { Filters: filters.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
        StartingPosition: 'TRIM_HORIZON',
        // One batch at a time, with a window that collects the bookings of a check-in.
        MaximumBatchingWindowInSeconds: 1,
        ParallelizationFactor: 1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRecordAgeInSeconds: 12 * 60 * 60,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [queue, 'Arn'] } } },
      });
      expect(propertiesOf(template, queue)['MessageRetentionPeriod']).toBe(14 * 24 * 60 * 60);
      // Lambda's default is to retry until the maximum age.
      expect(propertiesOf(template, mapping)).not.toHaveProperty('MaximumRetryAttempts');
      // Lambda checks the permission when it creates the mapping.
      const policy = idOf(template, `functions/${name}RoleDefaultPolicy`);
      expect(template.Resources[mapping]?.DependsOn).toContain(policy);
    },
  );

  it('delivers a push although SNS refuses it for eleven hours', async () => {
    const mapping = propertiesOf(template, idOf(template, 'Stream/Mapping'));
    const { MaximumRecordAgeInSeconds: maxAge, MaximumRetryAttempts: maxRetries = Infinity } = mapping as {
      MaximumRecordAgeInSeconds: number;
      MaximumRetryAttempts?: number;
    };
    let seconds = 0;
    const delivered: unknown[] = [];
    const refuse = Object.assign(new Error('down'), { $metadata: { httpStatusCode: 503 } });
    const send = async ({ input }: PublishCommand) => {
      if (seconds < 11 * 60 * 60) throw refuse;
      delivered.push(input);
      return {};
    };
    const kept: unknown[] = [];
    const ignore = () => undefined;
    const dependencies = {
      readCheckedIn,
      users: { findAll: async () => [{ companyId: 'acme', id: 1, devices: [] }] },
      devices: { remove: async () => 'unchanged' as const },
      bookings: { findCheckedIn: async () => [] },
      sender: makePushSender({ send: send as never }, 'arn:aws:sns:eu-central-1:123456789012:pushes'),
      rejectedRecords: { keep: async (rejected: unknown) => void kept.push(rejected) },
      log: { info: ignore, warn: ignore, error: ignore, count: ignore, publishCounts: ignore },
      defaultLanguage: 'en' as const,
    };
    const record = aRecord('1', aBooking('b-1', aCheckin('r-1')));
    for (let attempts = 0; attempts <= maxRetries && seconds <= maxAge; attempts += 1) {
      const { batchItemFailures } = await pushBatch([record], dependencies);
      if (batchItemFailures.length === 0) break;
      // Lambda waits longer from retry to retry; nothing says how long.
      seconds += 60;
    }
    expect([kept, delivered.length]).toEqual([[], 1]);
  });

  it('has at most two readers', () => {
    const sources = allPropertiesOf(template, 'AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) =>
      JSON.stringify(EventSourceArn),
    );
    for (const source of sources) expect(sources.filter((each) => each === source).length).toBeLessThanOrEqual(2);
  });
});

const booking = { bookingId: { S: 'b-1' }, kind: { S: 'position' } };
const withCheckin = (attributes: object) => ({ ...booking, checkin: { M: { at: { N: '1' }, ...attributes } } });
const checkedIn = withCheckin({ notify: { BOOL: true } });
const restored = withCheckin({ notify: { BOOL: true }, restored: { BOOL: true } });

describe('The filter for pushes', () => {
  it.each([
    ['a booking that is checked in with notify', { NewImage: checkedIn, OldImage: booking }, true],
    ['a new booking that has a check-in with notify', { NewImage: checkedIn }, true],
    ['a check-in without notify', { NewImage: withCheckin({ notify: { BOOL: false } }), OldImage: booking }, false],
    ['a check-in that is restored', { NewImage: restored }, false],
    ['a change of a checked-in booking', { NewImage: checkedIn, OldImage: checkedIn }, false],
    ['a booking that is not checked in', { NewImage: booking }, false],
    ['the deletion of a booking', { OldImage: checkedIn }, false],
  ])('selects only new check-ins with notify: %s', (_, dynamodb, isPassedOn) => {
    expect(isSelected([newCheckinWithNotify], { eventName: 'MODIFY', dynamodb })).toBe(isPassedOn);
  });
});

describe('The push topic', () => {
  // cdk-nag checks that topics and queues are encrypted, and refuse plain HTTP.
  it('is encrypted with a key that all publishers in the account can use', () => {
    expect(propertiesOf(template, idOf(template, 'Notifications/Topic'))['KmsMasterKeyId']).toBe('alias/aws/sns');
  });
});

describe('The default language of pushes', () => {
  it('comes from the settings', () => {
    const { Variables } = functionNamed(template, 'push').Properties['Environment'];
    expect(Variables.DEFAULT_LANGUAGE).toBe('pt-BR');
  });
});

describe('In a stage with an event bus', () => {
  it('the events function has only the variables for the bus, queue, token issuer and name of the deployment', () => {
    const { Variables } = functionNamed(template, 'events').Properties['Environment'];
    const queue = { Ref: idOf(template, 'Events/Failures') };
    expect(Variables).toStrictEqual({
      EVENT_BUS: 'desks',
      EVENT_FAILURES_QUEUE_URL: queue,
      TOKEN_ISSUER: functionNamed(template, 'auth').Properties['Environment'].Variables.TOKEN_ISSUER,
      POWERTOOLS_SERVICE_NAME: 'checkin-prod',
    });
    expect(template.Outputs).toMatchObject({
      EventFunction: { Value: { Ref: functionNamed(template, 'events').id } },
      EventFailures: { Value: queue },
    });
  });

  it('the bus can belong to another account', () => {
    const arn = stages.withForeignBus.eventBus;
    const templateWithForeignBus = serviceTemplate('withForeignBus');
    expect(functionNamed(templateWithForeignBus, 'events').Properties['Environment'].Variables.EVENT_BUS).toBe(arn);
    const statements = allPropertiesOf(templateWithForeignBus, 'AWS::IAM::Policy').flatMap(
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
