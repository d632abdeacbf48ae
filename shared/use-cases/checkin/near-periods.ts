import { containsInstant, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { compareTexts } from '../../domain/compare-texts.ts';
import { HOUR, type Instant } from '../../domain/instant.ts';

/**
 * Details list bookings that are open, that open within this time after the check-in, or that ended within this time before it.
 */
export const NEAR_MILLISECONDS = 12 * HOUR;
export const MAX_LISTED_BOOKINGS = 100;

export interface NearPeriod<Period> {
  readonly period: Period;
  readonly position: 'open' | 'too_early' | 'too_late';
  /** Milliseconds. Open: until `noShowAt`. Too early: until check-in opens. Too late: since `noShowAt`. */
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
 * Sorts open periods first, then later periods, then ended ones; within each group, the nearest first.
 * @param isOpen default: the period contains `at`
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
