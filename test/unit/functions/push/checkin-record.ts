import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

const HOUR = 60 * 60_000;
export const AT = Date.UTC(2026, 10, 21, 8);

export const aCheckin = (checkinId: string, changes: Partial<CheckinRecord> = {}): CheckinRecord => ({
  at: AT,
  receivedAt: AT + 5,
  clientId: 'gate',
  requestId: checkinId,
  checkinId,
  notify: true,
  ...changes,
});

/** A checked-in desk of a user of acme. */
export const aBooking = (bookingId: string, checkin: CheckinRecord, userId = 1): Booking => ({
  openSince: 0,
  user: { companyId: 'acme', userId },
  bookingId,
  kind: 'position',
  name: bookingId,
  checkinOpensAt: AT - HOUR,
  noShowAt: AT + HOUR,
  checkin,
});

const toImage = ({ user, ...booking }: Booking): Image =>
  marshall({ companyUser: `${user.companyId}#${user.userId}`, ...user, ...booking }) as Image;

/** The stream record that is written when `booking` is checked in. @param before differences of the old image */
export const aRecord = (SequenceNumber: string, booking: Booking, before: Partial<Booking> = {}): DynamoDBRecord => {
  const { checkin: _, ...unchecked } = booking;
  return {
    eventName: 'MODIFY',
    eventSource: 'aws:dynamodb',
    dynamodb: { SequenceNumber, NewImage: toImage(booking), OldImage: toImage({ ...unchecked, ...before }) },
  };
};

/** The stream record that is written when `booking` is deleted. */
export const aRemoval = (SequenceNumber: string, booking: Booking): DynamoDBRecord => ({
  eventName: 'REMOVE',
  eventSource: 'aws:dynamodb',
  dynamodb: { SequenceNumber, OldImage: toImage(booking) },
});

/** The stream record that is written when the check-in of `booking` is undone. */
export const anUndo = (SequenceNumber: string, booking: Booking): DynamoDBRecord => {
  const { checkin, ...open } = booking;
  const NewImage = toImage({ ...open, ...(checkin && { undone: [checkin.checkinId] }) });
  return {
    eventName: 'MODIFY',
    eventSource: 'aws:dynamodb',
    dynamodb: { SequenceNumber, NewImage, OldImage: toImage(booking) },
  };
};
