import * as v from 'valibot';
import { emailRule, idRule, uidRule } from '../domain/identifier.ts';
import { optionalField } from '../http/field.ts';
import { bookingKinds } from './bookings.ts';
import { count, moment } from './response-parts.ts';

/** POST /try-checkin: a check-in request, evaluated as a dry run. */
export const tryCheckinRequest = v.object({
  id: optionalField(idRule),
  uid: optionalField(uidRule),
  email: optionalField(emailRule),
  date: optionalField({ kind: 'date-time' }),
  notify: optionalField({ kind: 'boolean' }),
  reader: optionalField({ kind: 'text', shortest: 1, longest: 128 }),
});
export type TryCheckinRequest = v.InferInput<typeof tryCheckinRequest>;

export const tryCheckinResponse = v.strictObject({
  statusCode: v.literal(200),
  message: v.string(),
  checkinCount: count,
  code: v.picklist(['checked_in', 'already_checked_in', 'nothing_open']),
  bookings: v.array(
    v.strictObject({
      bookingId: v.string(),
      kind: v.picklist(bookingKinds),
      name: v.optional(v.string()),
      /** `open`: the request would check it in. */
      result: v.picklist(['open', 'already_checked_in', 'too_early', 'too_late']),
      checkinOpensAt: moment,
      noShowAt: moment,
      checkedInAt: v.optional(moment),
    }),
  ),
});
export type TryCheckinResponse = v.InferOutput<typeof tryCheckinResponse>;
