import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import pMap from 'p-map';
import { groupByCheckin, type CheckinBatch } from './checkin-batch.ts';
import { pushCheckin, type PushDependencies } from './push-checkin.ts';
import type { BatchRecorder } from './batch-recorder.ts';

export interface PushBatchDependencies extends Omit<PushDependencies, 'onDropped'> {
  readonly recorder: BatchRecorder;
}

/** With {@link PushBatchDependencies.sender} taking up to some 13 s where SNS is silent, two rounds fit the function's time. */
const CHECKINS_AT_ONCE = 50;

/** An empty identifier, for a record without a number, has Lambda take the whole batch for failed. */
const toFailure = ({ dynamodb }: DynamoDBRecord) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' });

/**
 * One push for each check-in that the records tell of. What failed is named in the answer, and comes again with everything
 * after it: so a push may be sent again, which devices show once, by its check-in's id.
 */
export const pushBatch = async (
  records: readonly DynamoDBRecord[],
  { recorder, ...dependencies }: PushBatchDependencies,
): Promise<DynamoDBBatchResponse> => {
  const push = async (one: CheckinBatch): Promise<readonly DynamoDBRecord[]> => {
    try {
      await pushCheckin(one, { ...dependencies, onDropped: (endpoint) => recorder.dropped(one, endpoint) });
      recorder.pushed(one);
      return [];
    } catch (error) {
      recorder.failed(one, error);
      return one.records;
    }
  };
  const { news, unreadable } = groupByCheckin(records);
  // Not named as failed: it would never succeed, and all records after it would wait until it is given up.
  for (const { record, error } of unreadable) recorder.unreadable(record, error);
  const failed = await pMap(news, push, { concurrency: CHECKINS_AT_ONCE });
  const batchItemFailures = failed.flat().map(toFailure);
  recorder.finish();
  return { batchItemFailures };
};
