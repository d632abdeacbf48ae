import { describe, expect, it } from '@jest/globals';
import { allPropertiesOf, functionNamed } from './find.ts';
import { serviceTemplate } from './synthesise.ts';

const template = serviceTemplate();
const target = functionNamed(template, 'housekeeping').id;

describe('Housekeeping', () => {
  it('starts every hour', () => {
    const Targets = [{ Arn: { 'Fn::GetAtt': [target, 'Arn'] } }];
    const hourly = { ScheduleExpression: 'rate(1 hour)', State: 'ENABLED', Targets };
    expect(allPropertiesOf(template, 'AWS::Events::Rule')).toMatchObject([hourly]);
    const permissions = allPropertiesOf(template, 'AWS::Lambda::Permission');
    expect(permissions.filter(({ Principal }) => Principal === 'events.amazonaws.com')).toMatchObject([
      { Action: 'lambda:InvokeFunction', FunctionName: { 'Fn::GetAtt': [target, 'Arn'] } },
    ]);
  });

  it('retries a failed run twice within the hour, and leaves the rest to the next run', () => {
    const [{ DestinationConfig, ...retries } = {}, ...others] = allPropertiesOf(
      template,
      'AWS::Lambda::EventInvokeConfig',
    );
    expect([DestinationConfig, others]).toStrictEqual([undefined, []]);
    expect(retries).toMatchObject({
      FunctionName: { Ref: target },
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 3600,
    });
  });
});
