import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import * as v from 'valibot';
import type { Booking, CheckedInBooking } from '../../domain/booking.ts';
import { toBooking } from './booking-item.ts';
import { bookingKinds } from '../../rules/bookings.ts';

export type BookingImage = Readonly<Record<string, AttributeValue>>;

const text = v.pipe(v.string(), v.nonEmpty());

const safeInteger = v.pipe(v.number(), v.safeInteger());
const checkin = v.looseObject({ checkinId: text, at: safeInteger });

/** The attributes that a push needs. */
const checkedIn = v.looseObject({
  companyId: text,
  userId: safeInteger,
  bookingId: text,
  kind: v.picklist(bookingKinds),
  name: v.optional(text),
  checkin,
});

/** The attributes that an event needs. */
const anyBooking = v.looseObject({
  ...checkedIn.entries,
  checkinOpensAt: safeInteger,
  noShowAt: safeInteger,
  checkin: v.optional(checkin),
});

const read = (schema: typeof checkedIn | typeof anyBooking, noun: string, image: BookingImage): Booking => {
  // The SDK and Lambda's event types declare the same structure with different types.
  const parsed = v.safeParse(schema, unmarshall(image as Parameters<typeof unmarshall>[0]));
  if (parsed.success) return toBooking(parsed.output);
  const wrongPaths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
  throw new Error(`not a ${noun}: ${wrongPaths.join(', ')}`);
};

/** @throws Error if the image is not a checked-in booking; its message contains no values of the image */
export const readCheckedIn = (image: BookingImage): CheckedInBooking =>
  read(checkedIn, 'booking that is checked in', image) as CheckedInBooking;

/** @throws Error if the image is not a booking; its message contains no values of the image */
export const readBooking = (image: BookingImage): Booking => read(anyBooking, 'booking', image);
