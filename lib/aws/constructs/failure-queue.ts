import { Duration } from 'aws-cdk-lib/core';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Makes an encrypted dead-letter queue that keeps messages for 14 days, the maximum of SQS. */
export const makeFailureQueue = (scope: Construct, encryptionMasterKey?: IKey): Queue =>
  new Queue(scope, 'Failures', {
    ...(encryptionMasterKey
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey }
      : { encryption: QueueEncryption.SQS_MANAGED }),
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
