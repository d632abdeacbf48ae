import type {
  BookingOutcome,
  BookingRef,
  CheckInBookings,
  CheckinRecord,
  RepeatedRequest,
} from '../../domain/booking.ts';
import type { UserRef } from '../../domain/user.ts';

/** A check-in of a user, and the ids of the bookings that are open at its moment. */
export interface OrderedCheckin extends RepeatedRequest {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
}

type Outcome = PromiseSettledResult<BookingOutcome>;

/**
 * A booking and the check-ins that may write it, in order. Each one is tried only if the earlier ones did not check the booking in.
 */
interface BookingQueue {
  readonly ref: BookingRef;
  readonly pending: {
    readonly by: RepeatedRequest & { readonly record: CheckinRecord };
    readonly settle: (outcome: Outcome) => void;
  }[];
  /** The outcome of all pending check-ins, once it is known without a further write. */
  known?: Outcome | undefined;
}

const alreadyCheckedIn = (record: CheckinRecord): Outcome => ({
  status: 'fulfilled',
  value: { kind: 'already-checked-in', record },
});

/**
 * The outcome of the check-ins after one with this outcome; undefined if the next one must be tried. After a failure they fail
 * too, because the failed check-in will be repeated and must come first.
 */
const outcomeOfNext = (outcome: Outcome, record: CheckinRecord): Outcome | undefined => {
  if (outcome.status === 'rejected' || outcome.value.kind === 'already-checked-in') return outcome;
  return outcome.value.kind === 'checked-in' ? alreadyCheckedIn(record) : undefined;
};

const toQueues = (checkins: readonly OrderedCheckin[], outcomes: Outcome[][]): BookingQueue[] => {
  const queues = new Map<string, BookingQueue>();
  for (const [index, { user, open, record, firstReceivedAt }] of checkins.entries()) {
    const by = { record, firstReceivedAt };
    for (const [place, bookingId] of open.entries()) {
      const key = JSON.stringify([user.companyId, user.userId, bookingId]);
      const queue = queues.get(key) ?? { ref: { user, bookingId }, pending: [] };
      queues.set(key, queue);
      queue.pending.push({ by, settle: (outcome) => ((outcomes[index] as Outcome[])[place] = outcome) });
    }
  }
  return [...queues.values()];
};

/**
 * Performs many check-ins with the same result as one after the other, but with as few rounds of parallel writes as possible: the
 * first round tries the first check-in of each booking, the next round the second check-in of the bookings that the first round
 * did not check in, and so on.
 * @param findDone returns the existing check-in of a booking if it is known; such a booking needs no write
 * @returns the outcome of each booking of each check-in, in their order
 */
export const checkInInOrder = async (
  checkins: readonly OrderedCheckin[],
  findDone: (ref: BookingRef) => CheckinRecord | undefined,
  checkInBookings: CheckInBookings,
): Promise<Outcome[][]> => {
  const outcomes = checkins.map((): Outcome[] => []);
  let left = toQueues(checkins, outcomes);
  for (const queue of left) {
    const record = findDone(queue.ref);
    if (record) queue.known = alreadyCheckedIn(record);
  }
  for (;;) {
    for (const { pending, known } of left) if (known) for (const { settle } of pending.splice(0)) settle(known);
    left = left.filter(({ pending }) => pending.length > 0);
    if (left.length === 0) return outcomes;
    const next = left.map(({ ref, pending }) => ({ ...ref, ...(pending[0] as BookingQueue['pending'][0]).by }));
    const written = await checkInBookings(next);
    for (const [index, queue] of left.entries()) {
      const [first] = queue.pending.splice(0, 1) as [BookingQueue['pending'][0]];
      const outcome = written[index] as Outcome;
      first.settle(outcome);
      queue.known = outcomeOfNext(outcome, first.by.record);
    }
  }
};
