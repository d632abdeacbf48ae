import { Duration } from 'aws-cdk-lib/core';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { suppressNag } from '../suppress-nag.ts';

/**
 * Makes an encrypted dead-letter queue that keeps messages for 14 days, the maximum of SQS.
 * @param reason why the queue has no dead-letter queue of its own
 */
export const makeFailureQueue = (scope: Construct, reason: string, encryptionMasterKey?: IKey): Queue => {
  const queue = new Queue(scope, 'Failures', {
    ...(encryptionMasterKey
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey }
      : { encryption: QueueEncryption.SQS_MANAGED }),
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  suppressNag(queue, { 'AwsSolutions-SQS3': reason, 'Serverless-SQSRedrivePolicy': reason });
  return queue;
};
