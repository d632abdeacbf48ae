import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import * as v from 'valibot';
import type { CheckedInBooking } from '../../domain/booking.ts';
import { toBooking } from './booking-item.ts';
import { bookingKinds } from '../../rules/bookings.ts';

/** A booking in a record of the table's stream. */
export type BookingImage = Readonly<Record<string, AttributeValue>>;

const text = v.pipe(v.string(), v.nonEmpty());

/** The attributes that a push needs. */
const checkedIn = v.looseObject({
  companyId: text,
  userId: v.pipe(v.number(), v.safeInteger()),
  bookingId: text,
  kind: v.picklist(bookingKinds),
  name: v.optional(text),
  checkin: v.looseObject({ checkinId: text, at: v.pipe(v.number(), v.safeInteger()) }),
});

/** @throws Error if the image is not a checked-in booking; the message contains no values */
export const readCheckedIn = (image: BookingImage): CheckedInBooking => {
  // The two SDKs and Lambda's event types have different types for the same structure.
  const parsed = v.safeParse(checkedIn, unmarshall(image as Parameters<typeof unmarshall>[0]));
  if (parsed.success) return toBooking(parsed.output) as CheckedInBooking;
  const wrong = parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
  throw new Error(`no booking that is checked in: ${wrong.join(', ')}`);
};
