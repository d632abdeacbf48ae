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
  /** Bookings before an undo, a cancellation or a move removed their check-ins. */
  readonly takenAway: readonly CheckedIn[];
  /** The number of deleted bookings whose check-ins are unknown and so not in `takenAway`. */
  readonly deleted?: number;
  readonly sent: readonly SentPush[];
  /** Whether a query may have missed a booking: a push may then name fewer. */
  readonly isIndexStale: boolean;
}

const PUSHED = 'every check-in with notify has a push, and no other';

/** Check-ins that lack a push about a booking, and pushes about check-ins that do not exist. */
export const findPushViolations = ({
  bookings,
  takenAway,
  deleted = 0,
  sent,
  isIndexStale,
}: PushFacts): Violation[] => {
  const present = bookings.filter(isCheckedIn).map(({ checkin }) => checkin);
  const all = [...present, ...takenAway.map(({ checkin }) => checkin)].filter(({ notify }) => notify);
  const missing = [...new Set(present.filter(({ notify }) => notify).map(({ checkinId }) => checkinId))].flatMap(
    (id) => {
      const counts = sent.filter(({ checkinId }) => checkinId === id).map(({ bookingCount }) => bookingCount);
      const done = present.filter(({ checkinId }) => checkinId === id).length;
      const isSent = isIndexStale ? counts.length > 0 : Math.max(0, ...counts) >= done;
      return isSent ? [] : [`${id} is on ${done} bookings, and was pushed as ${JSON.stringify(counts)}`];
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
