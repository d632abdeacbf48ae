import * as v from 'valibot';
import { checkinFields } from '../http/checkin-fields.ts';
import { bookingKinds, checkinCodes, dryRunResults } from '../rules/bookings.ts';
import { count, moment } from './response-parts.ts';

export const trySchemas = {
  /** A check-in request, evaluated as a dry run. */
  tryCheckin: {
    body: v.object(checkinFields),
    response: v.strictObject({
      statusCode: v.literal(200),
      message: v.string(),
      checkinCount: count,
      code: v.picklist(checkinCodes),
      bookings: v.array(
        v.strictObject({
          bookingId: v.string(),
          kind: v.picklist(bookingKinds),
          name: v.optional(v.string()),
          result: v.picklist(dryRunResults),
          checkinOpensAt: moment,
          noShowAt: moment,
          checkedInAt: v.optional(moment),
          /** When the booking was created, moved to another time or last reopened, whichever is latest. */
          openSince: moment,
        }),
      ),
    }),
  },
};
