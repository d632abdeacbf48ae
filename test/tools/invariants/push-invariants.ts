import type { Booking } from '../../../shared/domain/booking.ts';
import { isCheckedIn, type CheckedIn } from './checkin-invariants.ts';
import type { Violation } from './violation.ts';

/** A push that was sent: the check-in that it is about, and how many bookings it names. */
export interface ToldCheckin {
  readonly checkinId: string;
  readonly bookingCount: number;
}

export interface PushScene {
  readonly bookings: readonly Booking[];
  /** Check-ins that an undo, a cancellation or a move removed; with the booking as it was before. */
  readonly takenAway: readonly CheckedIn[];
  readonly told: readonly ToldCheckin[];
  /** Whether a query may have missed a booking: a push may then name fewer. */
  readonly isIndexStale: boolean;
}

const PUSHED = 'every check-in with notify has a push, and no other';

/** Check-ins that lack a push about a booking, and pushes about check-ins that do not exist. */
export const findUntold = ({ bookings, takenAway, told, isIndexStale }: PushScene): Violation[] => {
  const present = bookings.filter(isCheckedIn).map(({ checkin }) => checkin);
  const all = [...present, ...takenAway.map(({ checkin }) => checkin)].filter(({ notify }) => notify);
  const untold = [...new Set(present.filter(({ notify }) => notify).map(({ checkinId }) => checkinId))].flatMap(
    (id) => {
      const counts = told.filter(({ checkinId }) => checkinId === id).map(({ bookingCount }) => bookingCount);
      const done = present.filter(({ checkinId }) => checkinId === id).length;
      const isTold = isIndexStale ? counts.length > 0 : Math.max(0, ...counts) >= done;
      return isTold ? [] : [`${id} is on ${done} bookings, and was told of as ${JSON.stringify(counts)}`];
    },
  );
  const unasked = told
    .filter(
      ({ checkinId, bookingCount }) => all.filter((checkin) => checkin.checkinId === checkinId).length < bookingCount,
    )
    .map((one) => `told of ${JSON.stringify(one)}`);
  return [...untold, ...unasked].map((detail) => ({ invariant: PUSHED, detail }));
};
