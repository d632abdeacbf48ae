import type { DynamoDBRecord } from 'aws-lambda';
import type { BookingImage } from '../../shared/adapters/dynamodb/booking-image.ts';
import type { CheckedInBooking } from '../../shared/domain/booking.ts';
import { isNewCheckinWithNotify } from '../../shared/stream-filters.ts';
import type { PushedCheckin } from '../../shared/domain/push.ts';
import type { UserRef } from '../../shared/domain/user.ts';

/** The records of one check-in in one invocation. Other invocations might get more records of the same check-in. */
export interface CheckinRecords {
  readonly user: UserRef;
  readonly checkin: PushedCheckin;
  readonly bookings: readonly CheckedInBooking[];
  readonly records: readonly DynamoDBRecord[];
}

type BookingStreamRecord = DynamoDBRecord & { readonly dynamodb: { readonly NewImage: BookingImage } };

/** Applies the stream filter again, so that a replayed batch sends no false push. */
const isForPush = (record: DynamoDBRecord): record is BookingStreamRecord => isNewCheckinWithNotify(record);

const keyOf = ({ user, checkin }: CheckedInBooking): string =>
  JSON.stringify([user.companyId, user.userId, checkin.checkinId]);

/** Reads the image of a booking that is checked in. @throws Error if the image is not of a checked-in booking */
export type ReadCheckedIn = (image: BookingImage) => CheckedInBooking;

/** Groups the records of an invocation by check-in. Unreadable records are separate, so that they do not block the rest. */
export const groupByCheckin = (
  records: readonly DynamoDBRecord[],
  readCheckedIn: ReadCheckedIn,
): { checkins: CheckinRecords[]; unreadable: { record: DynamoDBRecord; error: unknown }[] } => {
  const byCheckin = new Map<string, CheckinRecords>();
  const unreadable: { record: DynamoDBRecord; error: unknown }[] = [];
  const read = (record: BookingStreamRecord): void => {
    const booking = readCheckedIn(record.dynamodb.NewImage);
    const { user, checkin } = booking;
    const known = byCheckin.get(keyOf(booking)) ?? { user, checkin, bookings: [], records: [] };
    byCheckin.set(keyOf(booking), {
      ...known,
      bookings: [...known.bookings, booking],
      records: [...known.records, record],
    });
  };
  for (const record of records.filter(isForPush)) {
    try {
      read(record);
    } catch (error) {
      unreadable.push({ record, error });
    }
  }
  return { checkins: [...byCheckin.values()], unreadable };
};
