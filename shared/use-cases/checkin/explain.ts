import type { BookingStore } from '../../domain/booking.ts';
import type { CheckinOutcome } from '../../domain/checkin.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { Identifiers, UserReader } from '../../domain/user.ts';
import {
  evaluateBookings,
  expectedOutcome,
  toDetails,
  type CheckinDetails,
  type EvaluatedBooking,
} from './evaluate.ts';
import { findUserBookings, openOf, toId, type UserBookings } from './find-user-bookings.ts';
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
