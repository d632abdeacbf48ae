import { describe, expect, it } from '@jest/globals';
import { allPropertiesOf, functionNamed, idOf, propertiesOf } from './find.ts';
import { everySetting, serviceTemplate } from './synthesise.ts';

const template = await serviceTemplate();
const [mapping] = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));

type Json = string | number | boolean | Json[] | { [member: string]: Json };

/** Applies the part of Lambda's filter rules that is used here: each value of the pattern is a list of accepted values. */
const matches = (pattern: Json, value: Json | undefined): boolean => {
  if (Array.isArray(pattern)) {
    return pattern.some((rule) => (typeof rule === 'object' ? value === undefined : rule === value));
  }
  return Object.entries(pattern).every(([member, rule]) =>
    matches(rule, (value as Record<string, Json> | undefined)?.[member]),
  );
};

const pattern = JSON.parse(mapping?.['Properties'].FilterCriteria.Filters[0].Pattern as string) as Json;
const booking = { bookingId: { S: 'b-1' }, kind: { S: 'position' } };
const checkedIn = (notify: boolean) => ({ ...booking, checkin: { M: { at: { N: '1' }, notify: { BOOL: notify } } } });
const restored = {
  ...booking,
  checkin: { M: { at: { N: '1' }, notify: { BOOL: true }, restored: { BOOL: true } } },
};

describe('The stream of bookings', () => {
  it('is read by the push function from its beginning, one batch at a time, with a window that collects the bookings of a check-in', () => {
    expect(mapping?.['Properties']).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [idOf(template, 'Tables/bookings'), 'StreamArn'] },
      FunctionName: { Ref: functionNamed(template, 'push').id },
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 1,
      ParallelizationFactor: 1,
    });
  });

  it('is retried from the failed records, with batches split in half, for an hour before the records go to the queue', () => {
    expect(mapping?.['Properties']).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 100,
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [idOf(template, 'Stream/Failures'), 'Arn'] } } },
    });
  });

  it.each([
    ['a booking that is checked in with notify', { NewImage: checkedIn(true), OldImage: booking }, true],
    ['a new booking that has a check-in with notify', { NewImage: checkedIn(true) }, true],
    ['a check-in without notify', { NewImage: checkedIn(false), OldImage: booking }, false],
    ['a check-in that is restored', { NewImage: restored }, false],
    ['a check-in that is restored to an open booking', { NewImage: restored, OldImage: booking }, false],
    ['a new check-in after a restored one was undone', { NewImage: checkedIn(true), OldImage: booking }, true],
    ['a change of a checked-in booking', { NewImage: checkedIn(true), OldImage: checkedIn(true) }, false],
    ['a booking that is not checked in', { NewImage: booking }, false],
    ['the deletion of a booking', { OldImage: checkedIn(true) }, false],
  ])('is filtered for new check-ins with notify: %s', (_, dynamodb, isPassedOn) => {
    expect(matches(pattern, { eventName: 'MODIFY', dynamodb })).toBe(isPassedOn);
  });

  it('has a mapping that is created after its permission, because Lambda checks the permission at the creation', () => {
    expect(mapping?.['DependsOn']).toContain(idOf(template, 'functions/PushRoleDefaultPolicy'));
  });
});

const onlyOverTls = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };

describe('The queues of failed pushes and failed housekeeping', () => {
  it('are encrypted, keep messages for 14 days, and reject plain HTTP', () => {
    const twoWeeks = 14 * 24 * 60 * 60;
    const queues = allPropertiesOf(template, 'AWS::SQS::Queue');
    expect(queues).toHaveLength(2);
    for (const queue of queues) {
      expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: twoWeeks });
    }
    const policies = allPropertiesOf(template, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(2);
    for (const { PolicyDocument } of policies) expect(PolicyDocument.Statement[0]).toMatchObject(onlyOverTls);
  });
});

describe('The push topic', () => {
  it('is encrypted with a key that all publishers of the account can use, and rejects plain HTTP', () => {
    const topic = idOf(template, 'Notifications/Topic');
    const policies = allPropertiesOf(template, 'AWS::SNS::TopicPolicy').filter(({ Topics }) => Topics[0].Ref === topic);
    expect(propertiesOf(template, topic)).toMatchObject({ KmsMasterKeyId: 'alias/aws/sns' });
    expect(policies).toMatchObject([{ PolicyDocument: { Statement: [onlyOverTls] } }]);
  });
});

describe('The default language of pushes', () => {
  it('comes from the settings, and only the push function has it', async () => {
    const brazilian = await serviceTemplate(everySetting);
    const withLanguage = allPropertiesOf(brazilian, 'AWS::Lambda::Function').filter(
      ({ Environment }) => Environment.Variables.DEFAULT_LANGUAGE !== undefined,
    );
    expect(withLanguage).toStrictEqual([functionNamed(brazilian, 'push').Properties]);
    expect(withLanguage[0]?.['Environment'].Variables.DEFAULT_LANGUAGE).toBe('pt-BR');
  });
});
