import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { toBatchResponse, type RejectedRecords } from '../../shared/domain/failed-delivery.ts';
import { isUnavailable } from '../../shared/domain/service-error.ts';
import type { EventBus, ServiceEvent } from '../../shared/domain/service-event.ts';
import type { Logger } from '../../shared/logger.ts';

interface PublishDependencies {
  /** Returns the event that a record causes, if any. @throws Error if the record cannot be read */
  readonly readEvent: (record: DynamoDBRecord) => ServiceEvent | undefined;
  readonly bus: EventBus;
  readonly rejectedRecords: RejectedRecords;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

interface Failure {
  readonly record: DynamoDBRecord;
  readonly error: unknown;
}

const describe = ({ record: { eventID, dynamodb }, error }: Failure) => ({
  eventID,
  sequenceNumber: dynamodb?.SequenceNumber,
  error,
});

/**
 * Puts the events of the records on the bus. If an event cannot be delivered now, but a retry might succeed, its record is
 * reported as failed. Lambda then sends that record and all later ones again; an event that is delivered twice has the same id
 * both times. Records that cannot be read, or whose event is permanently rejected, are stored for a replay and do not delay
 * later records.
 * @param isReplay true if an operator replays the records. A record that is rejected again is reported as failed and not stored
 *   again, because it is still in the failure queue
 */
export const publishRecords = async (
  records: readonly DynamoDBRecord[],
  { readEvent, bus, rejectedRecords, log }: PublishDependencies,
  isReplay: boolean,
): Promise<DynamoDBBatchResponse> => {
  const recordOf = new Map<ServiceEvent, DynamoDBRecord>();
  const failures: Failure[] = [];
  for (const record of records) {
    try {
      const event = readEvent(record);
      if (event) recordOf.set(event, record);
    } catch (error) {
      failures.push({ record, error });
    }
  }
  const failed = await bus.publish([...recordOf.keys()]);
  failures.push(...failed.map(({ event, error }) => ({ record: recordOf.get(event) as DynamoDBRecord, error })));

  const keepOrThrow = async ({ record, error }: Failure): Promise<void> => {
    if (isReplay || isUnavailable(error)) throw error;
    await rejectedRecords.keep({ reason: String(error), record });
    log.error('event rejected', describe({ record, error }));
  };
  const recordsToRetry: DynamoDBRecord[] = [];
  for (const failure of failures) {
    try {
      await keepOrThrow(failure);
    } catch (error) {
      log.error('event failed', describe({ ...failure, error }));
      recordsToRetry.push(failure.record);
    }
  }
  log.info('events sent', { count: recordOf.size - failed.length });
  return toBatchResponse(recordsToRetry);
};
