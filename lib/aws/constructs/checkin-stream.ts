import { Duration, Stack } from 'aws-cdk-lib/core';
import type { CfnTable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { suppressNag } from '../suppress-nag.ts';
import { newCheckinWithNotify } from '../../../shared/checkin-stream-filter.ts';
import type { ServiceFunction } from './service-function.ts';

/** How batches are made and failures are met. */
const delivery = {
  // From the oldest record that is there, so that none is missed while the mapping is being made.
  startingPosition: StartingPosition.TRIM_HORIZON,
  batchSize: 100,
  // Long enough for the bookings of one check-in, written side by side, to come in one batch and make one push …
  maxBatchingWindow: Duration.seconds(1),
  // … and one batch at a time: Lambda spreads parallel batches by item, which would part them again.
  parallelizationFactor: 1,
  reportBatchItemFailures: true,
  bisectBatchOnError: true,
  // A record that cannot be handled fails in milliseconds and is given up in about a minute. While SNS is away each
  // attempt takes seconds, and these attempts last through some minutes of it.
  retryAttempts: 100,
  maxRecordAge: Duration.hours(1),
};

/** Feeds a function with the bookings that have just been checked in with `notify`; what it cannot handle is kept. */
export class CheckinStream extends Construct {
  /** Keeps pushes that no retry can deliver, and names the records of batches that Lambda gave up. */
  readonly failures: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failures = new Queue(this, 'Failures', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    suppressNag(this.failures, {
      'AwsSolutions-SQS3': 'This queue is the dead-letter queue: of the stream, which a redrive policy cannot say.',
      'Serverless-SQSRedrivePolicy':
        'This queue is the dead-letter queue: of the stream, which a redrive policy cannot say.',
    });
  }

  /** Sends the records of new check-ins to `consumer`, and failures to the queue. */
  connect(bookings: Table, consumer: ServiceFunction): void {
    const permission = this.#grantRead(bookings, consumer.role);
    const mapping = new EventSourceMapping(this, 'Mapping', {
      ...delivery,
      eventSourceArn: bookings.tableStreamArn as string,
      target: consumer.function,
      filters: [{ pattern: JSON.stringify(newCheckinWithNotify) }],
      // The consumer may send to the queue: it keeps there what it cannot deliver.
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
    // Lambda tries the permissions when it makes the mapping.
    permission.applyBefore(mapping);
  }

  #grantRead(bookings: Table, role: Role): Grant {
    const { logicalId } = bookings.node.defaultChild as CfnTable;
    suppressNag(role, {
      [`AwsSolutions-IAM5[Resource::<${this.#text(logicalId)}.Arn>/stream/*]`]:
        'The streams of one table: ListStreams is asked of all of them, and each has the time of its making for a name.',
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
