import type { DynamoDBRecord } from 'aws-lambda';
import {
  readCheckedIn,
  type BookingImage,
  type CheckedInBooking,
} from '../../shared/adapters/dynamodb/booking-image.ts';
import { joinKey } from '../../shared/adapters/dynamodb/join-key.ts';
import type { PushedCheckin } from '../../shared/domain/push.ts';
import type { UserRef } from '../../shared/domain/user.ts';

/** What the records of one batch say of one check-in, which may be a part of it. */
export interface CheckinBatch {
  readonly user: UserRef;
  readonly checkin: PushedCheckin;
  readonly bookings: readonly CheckedInBooking[];
  readonly records: readonly DynamoDBRecord[];
}

export interface Unreadable {
  readonly record: DynamoDBRecord;
  readonly error: unknown;
}

type CheckinRecordImage = DynamoDBRecord & { readonly dynamodb: { readonly NewImage: BookingImage } };

/** The filter on the stream says the same; a batch that comes by another way is no reason to tell what is no news. */
const isNewCheckinWithNotify = (record: DynamoDBRecord): record is CheckinRecordImage => {
  const { NewImage, OldImage } = record.dynamodb ?? {};
  return NewImage?.['checkin']?.M?.['notify']?.BOOL === true && OldImage?.['checkin'] === undefined;
};

const keyOf = ({ user, checkin }: CheckedInBooking): string => joinKey(user.companyId, user.userId, checkin.checkinId);

/** Sorts the records of a batch by check-in. One that cannot be read is put aside, and does not stop the others. */
export const groupByCheckin = (
  records: readonly DynamoDBRecord[],
): { news: CheckinBatch[]; unreadable: Unreadable[] } => {
  const byCheckin = new Map<string, CheckinBatch>();
  const unreadable: Unreadable[] = [];
  const read = (record: CheckinRecordImage): void => {
    const booking = readCheckedIn(record.dynamodb.NewImage);
    const { user, checkin } = booking;
    const known = byCheckin.get(keyOf(booking)) ?? { user, checkin, bookings: [], records: [] };
    byCheckin.set(keyOf(booking), {
      ...known,
      bookings: [...known.bookings, booking],
      records: [...known.records, record],
    });
  };
  for (const record of records.filter(isNewCheckinWithNotify)) {
    try {
      read(record);
    } catch (error) {
      unreadable.push({ record, error });
    }
  }
  return { news: [...byCheckin.values()], unreadable };
};
