import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import * as v from 'valibot';
import type { Booking, CheckedInBooking } from '../../domain/booking.ts';
import { isRfc3339 } from '../../domain/instant.ts';
import { bookingKinds } from '../../rules/bookings.ts';
import { toBooking } from './booking-item.ts';

export type BookingImage = Readonly<Record<string, AttributeValue>>;

export const text = v.pipe(v.string(), v.nonEmpty());
export const integer = v.pipe(v.number(), v.safeInteger());
export const instant = v.pipe(integer, v.check(isRfc3339));

/** The attributes of each booking that events, pushes and restores need. */
export const bookingAttributes = {
  companyId: text,
  userId: integer,
  bookingId: text,
  kind: v.picklist(bookingKinds),
  name: v.optional(text),
  checkinOpensAt: instant,
  noShowAt: instant,
};

const schema = v.looseObject({
  ...bookingAttributes,
  checkin: v.optional(v.looseObject({ checkinId: text, at: instant })),
});

/** @throws Error if the image is not a booking; its message contains no values of the image */
export const readBooking = (image: BookingImage): Booking => {
  // The SDK and Lambda's event types declare the same structure with different types.
  const parsed = v.safeParse(schema, unmarshall(image as Parameters<typeof unmarshall>[0]));
  if (parsed.success) return toBooking(parsed.output);
  const wrongPaths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
  throw new Error(`not a booking: ${wrongPaths.join(', ')}`);
};

/** @throws Error if the image is not a checked-in booking; its message contains no values of the image */
export const readCheckedIn = (image: BookingImage): CheckedInBooking => {
  const { checkin, ...booking } = readBooking(image);
  if (!checkin) throw new Error('not a booking that is checked in');
  return { ...booking, checkin };
};
