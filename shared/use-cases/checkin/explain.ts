import type { Booking, BookingCheckins, BookingOutcome, BookingStore, CheckinRecord } from '../../domain/booking.ts';
import { isOwn, type CheckinOutcome } from '../../domain/checkin.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Identifiers, UserReader, UserRef } from '../../domain/user.ts';
import {
  evaluateBookings,
  expectedOutcome,
  toDetails,
  type CheckinDetails,
  type CheckinResult,
  type EvaluatedBooking,
  type PerformedResults,
} from './evaluate.ts';
import { findUserBookings, openOf, toId, type NearBookings, type UserBookings } from './find-user-bookings.ts';
import { MAX_LISTED_BOOKINGS } from './near-periods.ts';

export interface ExplainStores {
  readonly users: Pick<UserReader, 'find' | 'findId'>;
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

const resultsOf = (outcomes: readonly BookingOutcome[], record: CheckinRecord): PerformedResults =>
  new Map(
    outcomes
      .filter((outcome) => outcome.kind !== 'closed')
      .map(({ booking }) => [booking.bookingId, isOwn(booking.checkin, record) ? 'checked_in' : 'already_checked_in']),
  );

/**
 * Lists open bookings as the writes found them, and the other bookings as they were read.
 * @param outcomes the outcomes for the bookings that were open
 */
export const explainPerformed = (
  result: CheckinResult,
  outcomes: readonly BookingOutcome[],
  others: readonly Booking[],
  record: CheckinRecord,
): CheckinDetails => {
  const found = outcomes.flatMap(({ booking }) => booking ?? []);
  const evaluated = evaluateBookings([...found, ...others], record.at, resultsOf(outcomes, record));
  // Leaves out each booking that still looks open: it was moved to this time after the index was read, or this check-in is not
  // allowed to check it in.
  return toDetails(
    result,
    evaluated.filter((one) => one.result !== 'open'),
  );
};
