import type { DynamoDBRecord } from 'aws-lambda';
import { makeOperatorLog } from '../../shared/operator-log.ts';
import type { CheckinRecords } from './group-by-checkin.ts';

/** Records the results of a batch for the operator. */
export interface PushRecorder {
  pushed(group: CheckinRecords): void;
  /** A disabled or deleted endpoint was removed from its user. */
  dropped(group: CheckinRecords, endpoint: string): void;
  /** The push will be retried. */
  failed(group: CheckinRecords, error: unknown): void;
  /** The push was stored for a replay, because no retry can deliver it. */
  rejected(group: CheckinRecords, error: unknown): void;
  unreadable(record: DynamoDBRecord, error: unknown): void;
  finish(): void;
}

const describe = ({ user, checkin, bookings, records }: CheckinRecords) => ({
  ...user,
  checkinId: checkin.checkinId,
  bookingIds: bookings.map(({ bookingId }) => bookingId),
  sequenceNumbers: records.map(({ dynamodb }) => dynamodb?.SequenceNumber),
});

/** Writes a log line for each push, and business metrics in CloudWatch's embedded metric format. */
export const makePushRecorder = (): PushRecorder => {
  const log = makeOperatorLog();
  return {
    pushed(group) {
      log.count('PushesSent');
      log.info('push sent', describe(group));
    },
    dropped(group, endpoint) {
      log.count('PushEndpointsDropped');
      log.warn('push endpoint dropped', { ...describe(group), endpoint });
    },
    failed: (group, error) => log.error('push failed', { ...describe(group), error }),
    rejected(group, error) {
      log.count('PushesRejected');
      log.error('push rejected', { ...describe(group), error });
    },
    unreadable(record, error) {
      const { eventID, dynamodb } = record;
      log.count('PushRecordsUnreadable');
      log.error('record unreadable', {
        eventID,
        sequenceNumber: dynamodb?.SequenceNumber,
        keys: dynamodb?.Keys,
        error,
      });
    },
    finish: () => log.publishCounts(),
  };
};
