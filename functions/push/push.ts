import type { DynamoDBRecord, DynamoDBBatchResponse } from 'aws-lambda';
import pMap from 'p-map';
import type { ItemImage } from '../../shared/adapters/dynamodb/stream-event.ts';
import type { CheckedInBooking } from '../../shared/domain/booking.ts';
import { toBatchResponse, type RejectedRecords } from '../../shared/domain/failed-delivery.ts';
import type { RejectedPush } from '../../shared/domain/push.ts';
import { isUnavailable } from '../../shared/domain/service-error.ts';
import type { Logger } from '../../shared/logger.ts';
import { isNewCheckinWithNotify } from '../../shared/stream-filters.ts';
import { DevicesRejected, pushCheckin, type CheckinRecords, type PushDependencies } from './push-checkin.ts';

type BookingStreamRecord = DynamoDBRecord & { readonly dynamodb: { readonly NewImage: ItemImage } };

/** Applies the stream filter again, so that a replayed batch sends no false push. */
const isForPush = (record: DynamoDBRecord): record is BookingStreamRecord => isNewCheckinWithNotify(record);

const keyOf = ({ user, checkin }: CheckedInBooking): string =>
  JSON.stringify([user.companyId, user.userId, checkin.checkinId]);

/** Reads the image of a booking that is checked in. */
type ReadCheckedIn = (image: ItemImage) => CheckedInBooking;

/** Groups the records of an invocation by check-in. */
export const groupByCheckin = (
  records: readonly DynamoDBRecord[],
  readCheckedIn: ReadCheckedIn,
): readonly CheckinRecords[] => {
  const read = records
    .filter(isForPush)
    .map((record) => ({ record, booking: readCheckedIn(record.dynamodb.NewImage) }));
  const groups = [...Map.groupBy(read, ({ booking }) => keyOf(booking)).values()];
  return groups.map((group) => {
    const bookings = group.map(({ booking }) => booking);
    const { user, checkin } = bookings[0] as CheckedInBooking;
    return { user, checkin, bookings, records: group.map(({ record }) => record) };
  });
};

interface PushBatchDependencies extends Omit<PushDependencies, 'onDropped'> {
  readonly readCheckedIn: ReadCheckedIn;
  readonly rejectedRecords: RejectedRecords<RejectedPush>;
  readonly log: Logger;
}

/**
 * An operator's replay. A push that is rejected again is reported as failed and not stored again, because it
 * is still in the failure queue from which it is replayed.
 */
export interface Replay {
  /** The devices to push to. Default: all devices of the user or, if there are none, the push topic. */
  readonly endpoints?: readonly string[];
}

/** If SNS does not respond, a push takes about 13 s. The function's timeout allows two such rounds of pushes. */
const CHECKINS_AT_ONCE = 50;

const toRejected = ({ user, checkin, records }: CheckinRecords, error: unknown) => ({
  user,
  checkinId: checkin.checkinId,
  ...(error instanceof DevicesRejected && error.endpoints && { endpoints: error.endpoints }),
  reason: String(error instanceof DevicesRejected ? error.cause : error),
  // One record is enough, because the replayed push names all bookings of the check-in.
  record: records[0] as DynamoDBRecord,
});

const describe = ({ user, checkin, bookings, records }: CheckinRecords) => ({
  ...user,
  checkinId: checkin.checkinId,
  bookingIds: bookings.map(({ bookingId }) => bookingId),
  sequenceNumbers: records.map(({ dynamodb }) => dynamodb?.SequenceNumber),
});

/**
 * Sends one push for each check-in in the records. Pushes that a retry might deliver are reported as failed. Lambda then sends
 * their records and all later ones again. Pushes that no retry can deliver are stored for a replay and do not delay later records.
 */
export const pushBatch = async (
  records: readonly DynamoDBRecord[],
  { log, readCheckedIn, rejectedRecords, ...dependencies }: PushBatchDependencies,
  replay?: Replay,
): Promise<DynamoDBBatchResponse> => {
  const pushOrKeep = async (group: CheckinRecords): Promise<void> => {
    try {
      const onDropped = (endpoint: string) => {
        log.count('PushEndpointsDropped');
        log.warn('push endpoint dropped', { ...describe(group), endpoint });
      };
      if (!(await pushCheckin(group, { ...dependencies, onDropped }, replay?.endpoints)))
        return log.info('push dropped, because the user was removed', describe(group));
      log.count('PushesSent');
      log.info('push sent', describe(group));
    } catch (error) {
      if (isUnavailable(error) || replay) throw error;
      await rejectedRecords.keep(toRejected(group, error));
      log.count('PushesRejected');
      log.error('push rejected', { ...describe(group), error });
    }
  };
  /** @returns the records to report as failed */
  const pushOrReport = async (group: CheckinRecords): Promise<readonly DynamoDBRecord[]> => {
    try {
      await pushOrKeep(group);
      return [];
    } catch (error) {
      log.error('push failed', { ...describe(group), error });
      return group.records;
    }
  };
  const failed = await pMap(groupByCheckin(records, readCheckedIn), pushOrReport, { concurrency: CHECKINS_AT_ONCE });
  log.publishCounts();
  return toBatchResponse(failed.flat());
};
