import type { OpenLoggedBooking } from '../../domain/logs.ts';
import type { Booking, CheckinRecord, BookingCheckins, BookingStore } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import { checkinCode, toOutcome, type CheckinOutcome } from '../../domain/checkin.ts';
import { formatOptional, type Instant } from '../../domain/instant.ts';
import type { EvaluationResult } from '../../rules/bookings.ts';
import { viewBooking } from '../bookings/view-booking.ts';
import { defined } from '../../rules/plain-values.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { UserRef } from '../../domain/user.ts';
import type { Identifiers } from '../../domain/identifiers.ts';
import {
  findUserBookings,
  MAX_LISTED_BOOKINGS,
  openOf,
  selectNear,
  toId,
  type NearBooking,
  type NearBookings,
  type NearBookingsStores,
  type UserBookings,
} from './near-bookings.ts';

interface EvaluatedBooking {
  readonly booking: Booking;
  readonly result: EvaluationResult;
}

const resultOf = ({ booking: { checkin }, position }: NearBooking<Booking>): EvaluationResult =>
  position === 'open' && checkin ? 'already_checked_in' : position;

/**
 * Returns the result of each booking near a time, in the order of {@link selectNear}, for check-ins, dry runs and details.
 * @param performed the results of the check-in's own writes, which take precedence over what was read
 */
export const evaluateBookings = (
  bookings: readonly Booking[],
  at: Instant,
  performed: ReadonlyMap<string, 'checked_in' | 'already_checked_in'> = new Map(),
): EvaluatedBooking[] =>
  selectNear(bookings, at, (booking) => performed.has(booking.bookingId) || containsInstant(booking, at)).map(
    (near) => ({
      booking: near.booking,
      result: performed.get(near.booking.bookingId) ?? resultOf(near),
    }),
  );

/** Returns the outcome that a check-in would have if it checked in every open booking. */
export const expectedOutcome = (evaluated: readonly EvaluatedBooking[]): CheckinOutcome => {
  const alreadyCheckedIn = evaluated.filter(({ result }) => result === 'already_checked_in');
  return toOutcome(
    evaluated.filter(({ result }) => result === 'open').length,
    alreadyCheckedIn.map(({ booking }) => (booking.checkin as CheckinRecord).at),
  );
};

const toDetailed = ({ booking, result }: EvaluatedBooking) =>
  defined({
    ...viewBooking(booking),
    result,
    checkedInAt: formatOptional(booking.checkin?.at),
  });

/** Times are in RFC 3339, UTC. */
export type DetailedBooking = ReturnType<typeof toDetailed>;

/** Lists at most {@link MAX_LISTED_BOOKINGS} bookings. */
export const toDetails = (outcome: CheckinOutcome, evaluated: readonly EvaluatedBooking[]) => ({
  code: checkinCode(outcome),
  bookings: evaluated.slice(0, MAX_LISTED_BOOKINGS).map(toDetailed),
});

/** The fields that `details` adds to the response of a check-in. */
export type CheckinDetails = ReturnType<typeof toDetails>;

export interface CheckinResult extends CheckinOutcome {
  /** The time for which the request was evaluated. */
  readonly at: Instant;
  /** True if the request is a retry and did nothing new. */
  readonly isRepeated: boolean;
  /** Present if the request asked for details. */
  readonly details?: CheckinDetails | undefined;
}

interface ExplainStores extends NearBookingsStores {
  readonly bookings: Pick<BookingStore, 'find' | 'findOverlapping'>;
}

export interface Explanation extends CheckinOutcome {
  readonly at: Instant;
  /** The bookings, in the order in which `details` lists them. */
  readonly evaluated: readonly EvaluatedBooking[];
  readonly details: CheckinDetails;
}

export const explainBookings = async (
  { user, near }: UserBookings,
  at: Instant,
  bookings: Pick<BookingStore, 'find'>,
): Promise<Explanation> => {
  const nearest = near.slice(0, Math.max(MAX_LISTED_BOOKINGS, openOf(near).length));
  const evaluated = evaluateBookings(await bookings.find(user, nearest.map(toId)), at);
  const outcome = expectedOutcome(evaluated);
  return { at, ...outcome, evaluated, details: toDetails(outcome, evaluated) };
};

/** @throws UseCaseError `user_not_found` if no user of the company has all the identifiers */
export const explainCheckin = async (
  request: { readonly companyId: string; readonly identifiers: Identifiers; readonly at: Instant },
  { users, bookings }: ExplainStores,
): Promise<Explanation> => {
  const found = await findUserBookings(request, { users, bookings });
  if (!found) throw new UseCaseError('user_not_found', { companyId: request.companyId });
  return explainBookings(found, request.at, bookings);
};

/** Reads the other bookings that `details` lists. Called while the open bookings are being written. */
export const readOthers = (
  user: UserRef,
  near: NearBookings,
  open: readonly string[],
  bookings: Pick<BookingCheckins, 'find'>,
): Promise<Booking[]> => {
  const others = near.map(toId).filter((bookingId) => !open.includes(bookingId));
  const listed = others.slice(0, Math.max(0, MAX_LISTED_BOOKINGS - open.length));
  return bookings.find(user, listed);
};

/**
 * Lists open bookings as the writes found them, and the other bookings as they were read.
 * @param logged the results of the bookings that were open
 */
export const explainPerformed = (
  result: CheckinResult,
  bookings: readonly Booking[],
  logged: readonly OpenLoggedBooking[],
): CheckinDetails => {
  const performed = logged.flatMap(({ bookingId, result: own }) =>
    own === 'closed' ? [] : [[bookingId, own] as const],
  );
  const evaluated = evaluateBookings(bookings, result.at, new Map(performed));
  // Leaves out each booking that still looks open: it was moved to this time after the index was read, or this check-in is not
  // allowed to check it in.
  return toDetails(
    result,
    evaluated.filter((one) => one.result !== 'open'),
  );
};
