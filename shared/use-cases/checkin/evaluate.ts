import type { Booking, CheckinRecord } from '../../domain/booking.ts';
import { checkinCode, type CheckinCode, type CheckinOutcome } from '../../domain/checkin.ts';
import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { compareTexts } from '../../domain/compare-texts.ts';
import { formatDateTime, type Instant } from '../../domain/instant.ts';

/**
 * Details list the bookings that are open at the moment of the check-in, that open within this time after it, or that ended
 * within this time before it.
 */
export const NEAR_MILLISECONDS = 12 * 60 * 60_000;
/** Details list at most this many bookings. */
export const MAX_LISTED_BOOKINGS = 100;

/** The result for one booking; `open`: it can be checked in. */
export type EvaluationResult = 'open' | 'checked_in' | 'already_checked_in' | 'too_early' | 'too_late';

export interface EvaluatedBooking {
  readonly booking: Booking;
  readonly result: EvaluationResult;
}

/** A period near a moment, and whether the moment is in it, before it or after it. */
interface NearPeriod<Period> {
  readonly period: Period;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds between the moment and the opening of a later period, or the no-show moment of any other period. */
  readonly distance: number;
}

const locate = <Period extends CheckinPeriod>(period: Period, at: Instant): NearPeriod<Period> => {
  const untilNoShow = period.noShowAt - at;
  if (containsInstant(period, at)) return { period, position: 'open', distance: untilNoShow };
  return untilNoShow > 0
    ? { period, position: 'too_early', distance: period.checkinOpensAt - at }
    : { period, position: 'too_late', distance: -untilNoShow };
};

const ranks = { open: 0, too_early: 1, too_late: 2 } as const;

/** The periods near a moment: open ones first, then those that open later, then those that ended; the nearest first. */
export const sortNear = <Period extends CheckinPeriod & { readonly bookingId: string }>(
  periods: readonly Period[],
  at: Instant,
): NearPeriod<Period>[] =>
  periods
    .map((period) => locate(period, at))
    .filter(({ position, distance }) => position === 'open' || distance <= NEAR_MILLISECONDS)
    .toSorted(
      (one, other) =>
        ranks[one.position] - ranks[other.position] ||
        one.distance - other.distance ||
        compareTexts(one.period.bookingId, other.period.bookingId),
    );

const resultOf = (
  { period: { checkin }, position }: NearPeriod<Booking>,
  ownCheckinId: string | undefined,
): EvaluationResult => {
  if (position !== 'open' || !checkin) return position;
  return checkin.checkinId === ownCheckinId ? 'checked_in' : 'already_checked_in';
};

/**
 * Evaluates bookings at a moment. Check-ins, dry runs and details share this rule.
 * @param ownCheckinId bookings with this check-in are `checked_in`, others `already_checked_in`; undefined in a dry run
 * @returns the bookings near the moment, in the order of {@link sortNear}
 */
export const evaluateBookings = (
  bookings: readonly Booking[],
  at: Instant,
  ownCheckinId?: string,
): EvaluatedBooking[] =>
  sortNear(bookings, at).map((near) => ({ booking: near.period, result: resultOf(near, ownCheckinId) }));

const checkinsOf = (evaluated: readonly EvaluatedBooking[], result: EvaluationResult): CheckinRecord[] =>
  evaluated.flatMap((one) => (one.result === result && one.booking.checkin ? [one.booking.checkin] : []));

/** The outcome of a check-in if every open booking were checked in. */
export const expectedOutcome = (evaluated: readonly EvaluatedBooking[]): CheckinOutcome => {
  const checkinCount = evaluated.filter(({ result }) => result === 'open').length;
  const others = checkinsOf(evaluated, 'already_checked_in').map(({ at }) => at);
  return { checkinCount, ...(checkinCount === 0 && others.length > 0 && { checkedInSince: Math.min(...others) }) };
};

/** A booking in `details`; moments are RFC 3339 date-times in UTC. */
export interface DetailedBooking {
  readonly bookingId: string;
  readonly kind: Booking['kind'];
  readonly name?: string;
  readonly result: EvaluationResult;
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
  readonly checkedInAt?: string;
}

/** The members that `details` adds to the response of a check-in. */
export interface CheckinDetails {
  readonly code: CheckinCode;
  readonly bookings: readonly DetailedBooking[];
}

const toDetailed = ({ booking, result }: EvaluatedBooking): DetailedBooking => ({
  bookingId: booking.bookingId,
  kind: booking.kind,
  ...(booking.name !== undefined && { name: booking.name }),
  result,
  checkinOpensAt: formatDateTime(booking.checkinOpensAt),
  noShowAt: formatDateTime(booking.noShowAt),
  ...(booking.checkin && { checkedInAt: formatDateTime(booking.checkin.at) }),
});

/** Converts an outcome and at most {@link MAX_LISTED_BOOKINGS} bookings to the members of the response. */
export const toDetails = (outcome: CheckinOutcome, evaluated: readonly EvaluatedBooking[]): CheckinDetails => ({
  code: checkinCode(outcome),
  bookings: evaluated.slice(0, MAX_LISTED_BOOKINGS).map(toDetailed),
});
