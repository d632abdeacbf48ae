import type { Booking } from '../../../shared/domain/booking.ts';
import { isCheckedIn, type CheckedIn } from './checkin-invariants.ts';
import type { Violation } from './violation.ts';

/** A sent push: its check-in, and the number of bookings that it names. */
export interface SentPush {
  readonly checkinId: string;
  readonly bookingCount: number;
}

export interface PushFacts {
  readonly bookings: readonly Booking[];
  /** Bookings as they were before an undo, a cancellation or a move removed their check-in. */
  readonly removedCheckins: readonly CheckedIn[];
  /** The number of deleted bookings whose check-ins are unknown and so not in `removedCheckins`. */
  readonly deleted?: number;
  readonly sent: readonly SentPush[];
  /** Whether a query might have missed a booking, so that a push names too few. */
  readonly isIndexStale: boolean;
}

const PUSHED = 'every check-in with notify has a push, and no other push is sent';

/** Finds check-ins whose push is missing or names too few bookings, and pushes that name too many. */
export const findPushViolations = ({
  bookings,
  removedCheckins,
  deleted = 0,
  sent,
  isIndexStale,
}: PushFacts): Violation[] => {
  const remaining = bookings.filter(isCheckedIn).map(({ checkin }) => checkin);
  const all = [...remaining, ...removedCheckins.map(({ checkin }) => checkin)].filter(({ notify }) => notify);
  const missing = [...new Set(remaining.filter(({ notify }) => notify).map(({ checkinId }) => checkinId))].flatMap(
    (id) => {
      const counts = sent.filter(({ checkinId }) => checkinId === id).map(({ bookingCount }) => bookingCount);
      const done = remaining.filter(({ checkinId }) => checkinId === id).length;
      const isSent = isIndexStale ? counts.length > 0 : Math.max(0, ...counts) >= done;
      return isSent ? [] : [`${id} is on ${done} bookings, but its pushes name ${JSON.stringify(counts)}`];
    },
  );
  const unexpected = sent
    .filter(
      ({ checkinId, bookingCount }) =>
        all.filter((checkin) => checkin.checkinId === checkinId).length + deleted < bookingCount,
    )
    .map((one) => `no check-in: ${JSON.stringify(one)}`);
  return [...missing, ...unexpected].map((detail) => ({ invariant: PUSHED, detail }));
};
