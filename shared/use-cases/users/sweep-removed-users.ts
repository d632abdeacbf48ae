import type { ActivityLog } from '../../domain/activity-log.ts';
import type { Booking, BookingStore } from '../../domain/booking.ts';
import { MINUTE, type Instant } from '../../domain/instant.ts';
import type { RemovalNote, RemovalNotes, UserRef, UserStore } from '../../domain/user.ts';

interface SweepContext {
  readonly removals: RemovalNotes;
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'list' | 'change'>;
  readonly log: Pick<ActivityLog, 'erase'>;
  readonly now: () => Instant;
}

interface SweepResult {
  /** Users for whom leftover data was found. */
  readonly users: number;
  readonly bookings: number;
  readonly logEntries: number;
}

/** Longer than any request can run, clock differences included. */
const IN_FLIGHT_MILLISECONDS = 5 * MINUTE;

const writtenAt = ({ changedBy, openSince }: Booking): Instant => changedBy?.at ?? openSince;

const cancelLeftovers = async ({ bookings }: SweepContext, user: UserRef, until: Instant): Promise<number> => {
  let count = 0;
  for (const { bookingId } of await bookings.list(user)) {
    const isLeftover = (booking: Booking | undefined): boolean => booking !== undefined && writtenAt(booking) <= until;
    const change = await bookings.change({ user, bookingId }, (booking) => (isLeftover(booking) ? undefined : booking));
    if (change.outcome === 'deleted') count += 1;
  }
  return count;
};

/**
 * Deletes the remaining data of one user. If another user has taken over the id, only data from requests that began before the
 * takeover is deleted.
 */
const sweep = async (context: SweepContext, { user, removedAt }: RemovalNote): Promise<SweepResult> => {
  const [successor] = await context.users.findAll([user]);
  const latest = removedAt + IN_FLIGHT_MILLISECONDS;
  const until = successor ? Math.min((successor.takenAt ?? removedAt + 1) - 1, latest) : latest;
  const bookings = await cancelLeftovers(context, user, until);
  const logEntries = await context.log.erase(user, until);
  return { users: bookings + logEntries > 0 ? 1 : 0, bookings, logEntries };
};

/**
 * Deletes bookings and check-in entries that in-flight requests wrote for users while those users were being removed. A removal
 * is forgotten once no request that began before it can still run.
 */
export const sweepRemovedUsers = async (context: SweepContext): Promise<SweepResult> => {
  const total = { users: 0, bookings: 0, logEntries: 0 };
  for (const note of await context.removals.list()) {
    const sweptAt = context.now();
    const { users, bookings, logEntries } = await sweep(context, note);
    total.users += users;
    total.bookings += bookings;
    total.logEntries += logEntries;
    if (sweptAt > note.removedAt + IN_FLIGHT_MILLISECONDS) await context.removals.forget(note);
  }
  return total;
};
