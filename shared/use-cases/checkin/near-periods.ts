import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { compareTexts } from '../../domain/compare-texts.ts';
import { HOUR, type Instant } from '../../domain/instant.ts';

/**
 * Details list the bookings that are open at the moment of the check-in, that open within this time after it, or that ended
 * within this time before it.
 */
export const NEAR_MILLISECONDS = 12 * HOUR;
/** Details list at most this many bookings. */
export const MAX_LISTED_BOOKINGS = 100;

/** A period near a moment, and whether the moment is in it, before it or after it. */
export interface NearPeriod<Period> {
  readonly period: Period;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds between the moment and the opening of a later period, or the no-show moment of any other period. */
  readonly distance: number;
}

const locate = <Period extends CheckinPeriod>(period: Period, at: Instant, isOpen: boolean): NearPeriod<Period> => {
  const untilNoShow = period.noShowAt - at;
  if (isOpen) return { period, position: 'open', distance: untilNoShow };
  return untilNoShow > 0
    ? { period, position: 'too_early', distance: period.checkinOpensAt - at }
    : { period, position: 'too_late', distance: -untilNoShow };
};

const ranks = { open: 0, too_early: 1, too_late: 2 } as const;

/**
 * The periods near a moment: open ones first, then those that open later, then those that ended; the nearest first.
 * @param isOpen default: whether the moment is in the period
 */
export const sortNear = <Period extends CheckinPeriod & { readonly bookingId: string }>(
  periods: readonly Period[],
  at: Instant,
  isOpen: (period: Period) => boolean = (period) => containsInstant(period, at),
): NearPeriod<Period>[] =>
  periods
    .map((period) => locate(period, at, isOpen(period)))
    .filter(({ position, distance }) => position === 'open' || distance <= NEAR_MILLISECONDS)
    .toSorted(
      (one, other) =>
        ranks[one.position] - ranks[other.position] ||
        one.distance - other.distance ||
        compareTexts(one.period.bookingId, other.period.bookingId),
    );
