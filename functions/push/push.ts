import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import pMap from 'p-map';
import type { RejectedRecords } from '../../shared/domain/failed-delivery.ts';
import { isUnavailable } from '../../shared/domain/service-error.ts';
import type { RejectedPush } from '../../shared/domain/push.ts';
import { groupByCheckin, type CheckinRecords, type ReadCheckedIn } from './group-by-checkin.ts';
import { DevicesRejected, pushCheckin, type PushDependencies } from './push-checkin.ts';
import type { PushRecorder } from './push-recorder.ts';

export interface PushBatchDependencies extends Omit<PushDependencies, 'onDropped'> {
  readonly readCheckedIn: ReadCheckedIn;
  readonly rejectedRecords: RejectedRecords<RejectedPush>;
  readonly recorder: PushRecorder;
}

/** Options of an operator's replay. A push that is rejected again is reported as failed, because it is already in the queue. */
export interface Replay {
  /** The devices to push to. Default: all of the user's, or the push topic. */
  readonly endpoints?: readonly string[];
}

/**
 * If SNS does not respond, {@link PushBatchDependencies.sender} takes about 13 s, so the function's timeout is long enough for
 * two rounds.
 */
const CHECKINS_AT_ONCE = 50;

/** An empty identifier, for a record without a number, makes Lambda treat the whole batch as failed. */
const toFailure = ({ dynamodb }: DynamoDBRecord) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' });

const toRejected = ({ user, checkin, records }: CheckinRecords, error: unknown) => ({
  user,
  checkinId: checkin.checkinId,
  ...(error instanceof DevicesRejected && { endpoints: error.endpoints }),
  reason: String(error instanceof DevicesRejected ? error.cause : error),
  // One record is enough: a push names all bookings of its check-in.
  record: records[0] as DynamoDBRecord,
});

/**
 * Sends one push for each check-in in the records. Pushes that a retry may deliver are reported as failed: Lambda then sends
 * their records and all later ones again. A device shows a push that is sent again only once, because it has the id of the check-in. Pushes
 * that no retry can deliver are stored for a replay and do not delay later records.
 */
export const pushBatch = async (
  records: readonly DynamoDBRecord[],
  { recorder, readCheckedIn, rejectedRecords, ...dependencies }: PushBatchDependencies,
  replay?: Replay,
): Promise<DynamoDBBatchResponse> => {
  const keep = async (one: CheckinRecords, error: unknown): Promise<void> => {
    await rejectedRecords.keep(toRejected(one, error));
    recorder.rejected(one, error);
  };
  const push = async (one: CheckinRecords): Promise<readonly DynamoDBRecord[]> => {
    try {
      const onDropped = (endpoint: string) => recorder.dropped(one, endpoint);
      await pushCheckin(one, { ...dependencies, onDropped }, replay?.endpoints);
      recorder.pushed(one);
      return [];
    } catch (error) {
      if (isUnavailable(error) || replay) throw error;
      await keep(one, error);
      return [];
    }
  };
  const pushOrFail = async (one: CheckinRecords): Promise<readonly DynamoDBRecord[]> => {
    try {
      return await push(one);
    } catch (error) {
      recorder.failed(one, error);
      return one.records;
    }
  };
  const { checkins, unreadable } = groupByCheckin(records, readCheckedIn);
  // Not reported as failed: it would never succeed, and all records after it would wait until Lambda gives up.
  for (const { record, error } of unreadable) recorder.unreadable(record, error);
  const failed = await pMap(checkins, pushOrFail, { concurrency: CHECKINS_AT_ONCE });
  const batchItemFailures = failed.flat().map(toFailure);
  recorder.finish();
  return { batchItemFailures };
};
