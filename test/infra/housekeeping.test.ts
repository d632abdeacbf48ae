import { describe, expect, it } from '@jest/globals';
import { allPropertiesOf, functionNamed, idOf } from './find.ts';
import { serviceTemplate } from './synthesise.ts';

const template = serviceTemplate();
const withKey = serviceTemplate('careful');

const target = functionNamed(template, 'housekeeping').id;
const queue = { 'Fn::GetAtt': [idOf(template, 'Housekeeping/Failures'), 'Arn'] };

describe('Housekeeping', () => {
  it('starts every hour; if EventBridge cannot start a run, the event goes to a queue', () => {
    expect(allPropertiesOf(template, 'AWS::Events::Rule')).toMatchObject([
      {
        ScheduleExpression: 'rate(1 hour)',
        State: 'ENABLED',
        Targets: [{ Arn: { 'Fn::GetAtt': [target, 'Arn'] }, DeadLetterConfig: { Arn: queue } }],
      },
    ]);
  });

  it('retries a failed run twice within the hour, and then sends it to the queue', () => {
    expect(allPropertiesOf(template, 'AWS::Lambda::EventInvokeConfig')).toMatchObject([
      {
        FunctionName: { Ref: target },
        MaximumRetryAttempts: 2,
        MaximumEventAgeInSeconds: 3600,
        DestinationConfig: { OnFailure: { Destination: queue } },
      },
    ]);
  });

  it('in a stage with its own key, lets EventBridge use this key for the queue', () => {
    const [{ KeyPolicy } = {}] = allPropertiesOf(withKey, 'AWS::KMS::Key');
    const statements = KeyPolicy.Statement as { Principal: object }[];
    const eventBridgeStatements = statements.filter(({ Principal }) =>
      JSON.stringify(Principal).includes('events.amazonaws'),
    );
    expect(eventBridgeStatements).toMatchObject([
      {
        Effect: 'Allow',
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Principal: { Service: expect.arrayContaining(['events.amazonaws.com']) },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });
});
