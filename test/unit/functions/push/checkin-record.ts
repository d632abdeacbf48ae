import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Booking, CheckinRecord } from '../../../../shared/domain/booking.ts';
import { aBooking as makeBooking, aCheckin as makeCheckin, BOOKED_AT } from '../../../support/bookings.ts';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

export const aCheckin = (checkinId: string, changes: Partial<CheckinRecord> = {}): CheckinRecord =>
  makeCheckin(checkinId, BOOKED_AT, { notify: true, ...changes });

/** A checked-in desk of a user of acme. */
export const aBooking = (bookingId: string, checkin: CheckinRecord, userId = 1): Booking =>
  makeBooking({ user: { companyId: 'acme', userId }, bookingId, name: bookingId, checkin });

const toImage = ({ user, ...booking }: Booking): Image =>
  marshall({ companyUser: `${user.companyId}#${user.userId}`, ...user, ...booking }) as Image;

const toRecord = (SequenceNumber: string, before: Booking, after?: Booking): DynamoDBRecord => ({
  eventName: after ? 'MODIFY' : 'REMOVE',
  eventSource: 'aws:dynamodb',
  dynamodb: { SequenceNumber, OldImage: toImage(before), ...(after && { NewImage: toImage(after) }) },
});

/** The stream record that is written when `booking` is checked in. @param before differences of the old image */
export const aRecord = (sequenceNumber: string, booking: Booking, before: Partial<Booking> = {}): DynamoDBRecord => {
  const { checkin: _, ...open } = booking;
  return toRecord(sequenceNumber, { ...open, ...before }, booking);
};

/** The stream record that is written when `booking` is deleted. */
export const aRemoval = (sequenceNumber: string, booking: Booking): DynamoDBRecord => toRecord(sequenceNumber, booking);

/** The stream record that is written when the check-in of `booking` is undone. */
export const anUndo = (sequenceNumber: string, { checkin, ...open }: Booking): DynamoDBRecord => {
  const undone = checkin ? [checkin.checkinId] : [];
  return toRecord(sequenceNumber, { ...open, ...(checkin && { checkin }) }, { ...open, undone });
};
