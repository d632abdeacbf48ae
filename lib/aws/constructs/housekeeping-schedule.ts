import { Aws, Duration } from 'aws-cdk-lib/core';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Grant, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { makeFailureQueue } from './failure-queue.ts';
import type { ServiceFunction } from './service-function.ts';

const RETRIES = 2;

/** EventBridge sends to the queue without a role, so the key's policy must allow EventBridge itself. */
const letEventBridgeEncrypt = (key: IKey): void => {
  const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com', { conditions })],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
};

/** Runs the function housekeeping every hour. Runs that fail after all retries go to a queue. */
export class HousekeepingSchedule extends Construct {
  readonly failures: Queue;

  constructor(scope: Construct, id: string, { function: target, role }: ServiceFunction, encryptionMasterKey?: IKey) {
    super(scope, id);
    this.failures = makeFailureQueue(
      this,
      'This queue is itself the dead-letter queue of the schedule and of its function.',
      encryptionMasterKey,
    );
    if (encryptionMasterKey) letEventBridgeEncrypt(encryptionMasterKey);
    Grant.addToPrincipal({ grantee: role, actions: ['sqs:SendMessage'], resourceArns: [this.failures.queueArn] });
    target.configureAsyncInvoke({
      retryAttempts: RETRIES,
      maxEventAge: Duration.hours(1),
      // SqsDestination would grant the role further permissions, including wildcards of KMS.
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
    const rule = new Rule(this, 'Hourly', {
      description: 'Runs housekeeping.',
      schedule: Schedule.rate(Duration.hours(1)),
    });
    // The rule's queue is for events that do not reach Lambda. Lambda itself sends failed runs to the queue.
    rule.addTarget(
      new LambdaFunction(target, {
        deadLetterQueue: this.failures,
        retryAttempts: RETRIES,
        maxEventAge: Duration.hours(1),
      }),
    );
  }
}
