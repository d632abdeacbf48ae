import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import pMap from 'p-map';
import type { RefusedPushes } from '../../shared/domain/push.ts';
import { groupByCheckin, type CheckinBatch, type ReadCheckedIn } from './checkin-batch.ts';
import { DevicesRefused, isTransient, pushCheckin, type PushDependencies } from './push-checkin.ts';
import type { BatchRecorder } from './batch-recorder.ts';

export interface PushBatchDependencies extends Omit<PushDependencies, 'onDropped'> {
  readonly readCheckedIn: ReadCheckedIn;
  readonly refused: RefusedPushes;
  readonly recorder: BatchRecorder;
}

/** How an operator's replay differs from the stream: what is refused again is named as failed, since it is kept already. */
export interface Replay {
  /** The devices to push to; left out: all of the user's, or the push topic. */
  readonly endpoints?: readonly string[];
}

/** With {@link PushBatchDependencies.sender} taking up to some 13 s where SNS is silent, two rounds fit the function's time. */
const CHECKINS_AT_ONCE = 50;

/** An empty identifier, for a record without a number, has Lambda take the whole batch for failed. */
const toFailure = ({ dynamodb }: DynamoDBRecord) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' });

const toRefused = ({ user, checkin, records }: CheckinBatch, error: unknown) => ({
  user,
  checkinId: checkin.checkinId,
  ...(error instanceof DevicesRefused && { endpoints: error.endpoints }),
  reason: String(error instanceof DevicesRefused ? error.cause : error),
  // One is enough: a push names all bookings of its check-in, whichever record it comes from.
  record: records[0] as DynamoDBRecord,
});

/**
 * One push for each check-in that the records tell of. What a retry may deliver is named as failed, and Lambda sends it again
 * with everything after it; a device shows a push once, by its check-in's id. What no retry can deliver is kept for a replay,
 * and does not hold up the records behind it.
 */
export const pushBatch = async (
  records: readonly DynamoDBRecord[],
  { recorder, readCheckedIn, refused, ...dependencies }: PushBatchDependencies,
  replay?: Replay,
): Promise<DynamoDBBatchResponse> => {
  const keep = async (one: CheckinBatch, error: unknown): Promise<void> => {
    await refused.keep(toRefused(one, error));
    recorder.refused(one, error);
  };
  const push = async (one: CheckinBatch): Promise<readonly DynamoDBRecord[]> => {
    try {
      const onDropped = (endpoint: string) => recorder.dropped(one, endpoint);
      await pushCheckin(one, { ...dependencies, onDropped }, replay?.endpoints);
      recorder.pushed(one);
      return [];
    } catch (error) {
      if (isTransient(error) || replay) throw error;
      await keep(one, error);
      return [];
    }
  };
  const pushOrFail = async (one: CheckinBatch): Promise<readonly DynamoDBRecord[]> => {
    try {
      return await push(one);
    } catch (error) {
      recorder.failed(one, error);
      return one.records;
    }
  };
  const { news, unreadable } = groupByCheckin(records, readCheckedIn);
  // Not named as failed: it would never succeed, and all records after it would wait until it is given up.
  for (const { record, error } of unreadable) recorder.unreadable(record, error);
  const failed = await pMap(news, pushOrFail, { concurrency: CHECKINS_AT_ONCE });
  const batchItemFailures = failed.flat().map(toFailure);
  recorder.finish();
  return { batchItemFailures };
};
