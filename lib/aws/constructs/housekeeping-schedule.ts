import { Duration } from 'aws-cdk-lib/core';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { letServiceEncrypt, serviceForThisAccount } from './own-key.ts';
import type { ServiceFunction } from './service-function.ts';
import { makeFailureQueue } from './stream-delivery.ts';

/** Runs the `housekeeping` function every hour. @returns the queue for runs that still fail after all retries */
export const scheduleHousekeeping = (
  scope: Construct,
  { function: target, role }: ServiceFunction,
  encryptionMasterKey: IKey | undefined,
): Queue => {
  const failureQueue = makeFailureQueue(scope, encryptionMasterKey);
  if (encryptionMasterKey) letServiceEncrypt(encryptionMasterKey, serviceForThisAccount('events'));
  Grant.addToPrincipal({ grantee: role, actions: ['sqs:SendMessage'], resourceArns: [failureQueue.queueArn] });
  const retries = { retryAttempts: 2, maxEventAge: Duration.hours(1) };
  target.configureAsyncInvoke({
    ...retries,
    // SqsDestination would grant the role further permissions, including KMS actions with wildcards.
    onFailure: { bind: () => ({ destination: failureQueue.queueArn }) },
  });
  const rule = new Rule(scope, 'Hourly', {
    description: 'Runs housekeeping.',
    schedule: Schedule.rate(Duration.hours(1)),
  });
  // The rule puts events that do not reach Lambda into the queue. Failed runs are put there by Lambda itself.
  rule.addTarget(new LambdaFunction(target, { ...retries, deadLetterQueue: failureQueue }));
  return failureQueue;
};
