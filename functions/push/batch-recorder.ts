import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { DynamoDBRecord } from 'aws-lambda';
import { METRIC_NAMESPACE, type MetricName } from '../../shared/metric-names.ts';
import type { CheckinBatch } from './checkin-batch.ts';

/** Records the results of a batch for the operator. */
export interface BatchRecorder {
  pushed(batch: CheckinBatch): void;
  /** A disabled or deleted endpoint was removed from its user. */
  dropped(batch: CheckinBatch, endpoint: string): void;
  /** It will be retried. */
  failed(batch: CheckinBatch, error: unknown): void;
  /** No retry can deliver it; it was stored for a replay. */
  refused(batch: CheckinBatch, error: unknown): void;
  unreadable(record: DynamoDBRecord, error: unknown): void;
  finish(): void;
}

const describe = ({ user, checkin, bookings, records }: CheckinBatch) => ({
  ...user,
  checkinId: checkin.checkinId,
  bookingIds: bookings.map(({ bookingId }) => bookingId),
  sequenceNumbers: records.map(({ dynamodb }) => dynamodb?.SequenceNumber),
});

/** A log line for each push, and business metrics in CloudWatch's embedded metric format. */
export const makeBatchRecorder = (): BatchRecorder => {
  const logger = new Logger();
  const metrics = new Metrics({ namespace: METRIC_NAMESPACE });
  const count = (name: MetricName): void => {
    metrics.addMetric(name, MetricUnit.Count, 1);
  };
  return {
    pushed(batch) {
      count('PushesSent');
      logger.info('push sent', describe(batch));
    },
    dropped(batch, endpoint) {
      count('PushEndpointsDropped');
      logger.warn('push endpoint dropped', { ...describe(batch), endpoint });
    },
    failed: (batch, error) => logger.error('push failed', { ...describe(batch), error: error as Error }),
    refused(batch, error) {
      count('PushesRefused');
      logger.error('push refused', { ...describe(batch), error: error as Error });
    },
    unreadable(record, error) {
      const { eventID, dynamodb } = record;
      count('PushRecordsUnreadable');
      logger.error('record unreadable', {
        eventID,
        sequenceNumber: dynamodb?.SequenceNumber,
        keys: dynamodb?.Keys,
        error: error as Error,
      });
    },
    finish() {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
};
