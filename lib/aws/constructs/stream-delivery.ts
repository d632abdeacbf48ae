import { Duration } from 'aws-cdk-lib/core';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

const delivery = {
  // Starts at the oldest available record, so that none is missed while the mapping is being created.
  startingPosition: StartingPosition.TRIM_HORIZON,
  batchSize: 100,
  // Long enough for the bookings of one check-in, which are written in parallel, to arrive in one batch and make one push.
  maxBatchingWindow: Duration.seconds(1),
  // Lambda distributes parallel batches by item, which would separate the bookings of one check-in again.
  parallelizationFactor: 1,
  reportBatchItemFailures: true,
  bisectBatchOnError: true,
  // Without `retryAttempts`, Lambda retries until a record is this old. The functions themselves put into the queue what no retry
  // can deliver. The stream keeps a record for 24 hours, so an operator has 12 more to replay it.
  maxRecordAge: Duration.hours(12),
  // Counts polls, even empty ones. Without this metric, nobody would notice a mapping that has stopped.
  metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
};

/** A table's stream, and patterns for its records. A record is selected if at least one pattern matches. */
interface StreamSource {
  readonly id: string;
  readonly table: Table;
  readonly patterns: readonly object[];
}

/** Sends selected records of streams to a function, and failed records to a queue. */
export class StreamDelivery extends Construct {
  /** Contains records that no retry can deliver, and references to records that Lambda discarded after the last retry. */
  readonly failures: Queue;
  readonly mappings: EventSourceMapping[] = [];

  constructor(scope: Construct, id: string, encryptionMasterKey?: IKey) {
    super(scope, id);
    this.failures = new Queue(this, 'Failures', {
      ...(encryptionMasterKey
        ? { encryption: QueueEncryption.KMS, encryptionMasterKey }
        : { encryption: QueueEncryption.SQS_MANAGED }),
      enforceSSL: true,
      // The maximum of SQS.
      retentionPeriod: Duration.days(14),
    });
  }

  connect(consumer: ServiceFunction, sources: readonly StreamSource[]): void {
    const permission = Grant.addToPrincipal({
      grantee: consumer.role,
      actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
      resourceArns: sources.map(({ table }) => `${table.tableArn}/stream/*`),
    });
    for (const { id, table, patterns } of sources) {
      const mapping = new EventSourceMapping(this, id, {
        ...delivery,
        eventSourceArn: table.tableStreamArn,
        target: consumer.function,
        filters: patterns.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        // Needs no grant here: the consumer may already send to the queue, because it puts undeliverable records there itself.
        onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
      });
      // Lambda checks the permissions when it creates the mapping.
      permission.applyBefore(mapping);
      this.mappings.push(mapping);
    }
  }
}
