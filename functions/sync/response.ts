import * as v from 'valibot';
import { described, list, moment, oneOf, statusCode, text } from '../../shared/http/operation.ts';
import { bookingStates } from '../../shared/rules/bookings.ts';

const syncItemResult = described('The outcome of an item.', {
  outcome: oneOf(
    ['written', 'unchanged', 'deleted', 'refused'],
    '`unchanged`: nothing had to change. `refused`: nothing was changed for this item; send it again once `reason` is fixed.',
  ),
  reason: v.optional(text('Why the item was refused, in English.')),
});

const syncResult = described('The outcome of each item, in the order in which they were sent.', {
  statusCode,
  items: list(syncItemResult, 'One outcome for each item.'),
});
export type SyncResponse = v.InferOutput<typeof syncResult>;

const bookingState = described('The state of a booking.', {
  bookingId: text('The booking’s id, as it is stored: in Unicode NFC, without white space at both ends.'),
  userId: v.pipe(v.number(), v.safeInteger(), v.description('The number of its user, as it was sent.')),
  result: oneOf(
    bookingStates,
    '`open`: the check-in period contains the present time, and nobody has checked in. `no_show`: it has ended, and nobody had. `upcoming`: it has not begun. `unknown`: there is no such booking, or it was deleted.',
  ),
  checkedInAt: v.optional(moment('The time of the check-in; with `checked_in`.')),
  reader: v.optional(text('The door or device of the check-in, if the request named it.')),
});

const readBookingsResult = described('The state of each booking, in the order in which they were sent.', {
  statusCode,
  items: list(bookingState, 'One state for each item.'),
});
export type ReadBookingsResponse = v.InferOutput<typeof readBookingsResult>;

export const responses = {
  SyncResult: syncResult,
  SyncItemResult: syncItemResult,
  BookingState: bookingState,
  ReadBookingsResult: readBookingsResult,
};
