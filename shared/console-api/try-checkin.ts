import * as v from 'valibot';
import { checkinFields } from '../http/checkin-fields.ts';
import { bookingKinds, checkinCodes, dryRunResults } from '../rules/bookings.ts';
import { count, moment, type RouteSchemas } from './parts.ts';

export const trySchemas = {
  tryCheckin: {
    summary: 'Try a check-in',
    description: 'Returns the result of a gate’s request without performing it.',
    errors: ['identifier_required', 'user_not_found'],
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
} satisfies Record<string, RouteSchemas>;
