import * as v from 'valibot';
import { wholeNumber, described, message, moment, oneOf, statusCode, text } from '../../shared/http/operation.ts';
import { bookingKinds, checkinCodes, evaluationResults } from '../../shared/rules/bookings.ts';
import { MAX_LISTED_BOOKINGS } from '../../shared/use-cases/checkin/near-bookings.ts';

const bookingResult = described('A booking near the time of the check-in.', {
  bookingId: text('The booking’s id.'),
  kind: oneOf(bookingKinds, 'The kind of place.'),
  name: v.optional(text('The name of the place, if it has one.')),
  result: oneOf(
    evaluationResults,
    '`checked_in`: this request, or the one that it retries, checked the booking in. `too_early`, `too_late`: its check-in period does not contain the time. `open`: it would be checked in; only in a dry run.',
  ),
  checkinOpensAt: moment('The start of the check-in period.'),
  noShowAt: moment('The end of the check-in period, exclusive.'),
  checkedInAt: v.optional(moment('The time of the check-in, if the booking is checked in.')),
});

const checkinResult = described(
  'The result of a check-in. `code` and `bookings` explain it, and are there if the request has `details` or `dryRun`.',
  {
    statusCode,
    message,
    checkinCount: wholeNumber(
      'Number of bookings that this request checked in. 0 is a success too: `message` says why.',
    ),
    code: v.optional(oneOf(checkinCodes, 'The result of the check-in, for programs. With `details` or `dryRun`.')),
    bookings: v.optional(
      v.pipe(
        v.array(bookingResult),
        v.maxLength(MAX_LISTED_BOOKINGS),
        v.description(
          'The bookings that are open at the time, those that open in the 12 h after it and those that ended in the 12 h before it; open ones first. With `details` or `dryRun`.',
        ),
      ),
    ),
  },
);
export type CheckinResponse = v.InferOutput<typeof checkinResult>;

export const responses = { CheckinResult: checkinResult, BookingResult: bookingResult };
