import { Duration, Stack } from 'aws-cdk-lib/core';
import type { CfnTable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { suppressNag } from '../suppress-nag.ts';
import { newCheckinWithNotify } from '../../../shared/stream-filters.ts';
import type { ServiceFunction } from './service-function.ts';

/** How records are batched and failures are handled. */
const delivery = {
  // From the oldest available record, so that none is missed while the mapping is being created.
  startingPosition: StartingPosition.TRIM_HORIZON,
  batchSize: 100,
  // Long enough for the bookings of one check-in, which are written in parallel, to arrive in one batch and make one push …
  maxBatchingWindow: Duration.seconds(1),
  // … and one batch at a time: Lambda distributes parallel batches by item, which would separate them again.
  parallelizationFactor: 1,
  reportBatchItemFailures: true,
  bisectBatchOnError: true,
  // A record that cannot be handled fails in milliseconds and is discarded in about a minute. While SNS is unavailable, each
  // attempt takes seconds, so the retries span several minutes.
  retryAttempts: 100,
  maxRecordAge: Duration.hours(1),
  // Counts polls too, even empty ones: without them, nobody would notice a mapping that has stopped.
  metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
};

/** Sends the records of bookings that were checked in with `notify` to a function, and failed records to a queue. */
export class StreamDelivery extends Construct {
  /** Keeps pushes that no retry can deliver, and references to the records that Lambda discarded after the last retry. */
  readonly failures: Queue;

  constructor(scope: Construct, id: string, encryptionMasterKey?: IKey) {
    super(scope, id);
    this.failures = new Queue(this, 'Failures', {
      ...(encryptionMasterKey
        ? { encryption: QueueEncryption.KMS, encryptionMasterKey }
        : { encryption: QueueEncryption.SQS_MANAGED }),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    suppressNag(this.failures, {
      'AwsSolutions-SQS3':
        'This queue is itself the dead-letter queue of the stream; a redrive policy cannot express that.',
      'Serverless-SQSRedrivePolicy':
        'This queue is itself the dead-letter queue of the stream; a redrive policy cannot express that.',
    });
  }

  /** Sends the records of new check-ins to `consumer`, and failures to the queue. */
  connect(bookings: Table, consumer: ServiceFunction): EventSourceMapping {
    const permission = this.#grantRead(bookings, consumer.role);
    const mapping = new EventSourceMapping(this, 'Mapping', {
      ...delivery,
      eventSourceArn: bookings.tableStreamArn as string,
      target: consumer.function,
      filters: [{ pattern: JSON.stringify(newCheckinWithNotify) }],
      // The consumer may send to the queue: it stores pushes there that it cannot deliver.
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
    // Lambda checks the permissions when it creates the mapping.
    permission.applyBefore(mapping);
    return mapping;
  }

  #grantRead(bookings: Table, role: Role): Grant {
    const { logicalId } = bookings.node.defaultChild as CfnTable;
    suppressNag(role, {
      [`AwsSolutions-IAM5[Resource::<${this.#text(logicalId)}.Arn>/stream/*]`]:
        'The streams of one table: ListStreams lists all of them, and the name of each is its creation time.',
    });
    return Grant.addToPrincipal({
      grantee: role,
      actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
      resourceArns: [`${bookings.tableArn}/stream/*`],
    });
  }

  #text(token: string): string {
    return Stack.of(this).resolve(token) as string;
  }
}
