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
 * A booking and the check-ins that wait for it, in order. Each of them tries only if the earlier ones did not check the booking
 * in.
 */
interface BookingQueue {
  readonly ref: BookingRef;
  readonly waiting: {
    readonly by: RepeatedRequest & { readonly record: CheckinRecord };
    readonly settle: (outcome: Outcome) => void;
  }[];
  /** The outcome of all check-ins that still wait. */
  last?: Outcome;
}

const alreadyCheckedIn = (record: CheckinRecord): Outcome => ({
  status: 'fulfilled',
  value: { kind: 'already-checked-in', record },
});

/**
 * The outcome of the check-ins that wait after one with this outcome; undefined if the next one may try. After a failure they
 * fail too, because the earlier check-in will be repeated and must come first.
 */
const outcomeOfNext = (outcome: Outcome, record: CheckinRecord): Outcome | undefined => {
  if (outcome.status === 'rejected' || outcome.value.kind === 'already-checked-in') return outcome;
  return outcome.value.kind === 'checked-in' ? alreadyCheckedIn(record) : undefined;
};

const toQueues = (checkins: readonly OrderedCheckin[], outcomes: Outcome[][]): BookingQueue[] => {
  const queues = new Map<string, BookingQueue>();
  for (const [index, { user, open, record, firstReceivedAt }] of checkins.entries()) {
    const by = { record, ...(firstReceivedAt !== undefined && { firstReceivedAt }) };
    for (const [place, bookingId] of open.entries()) {
      const key = JSON.stringify([user.companyId, user.userId, bookingId]);
      const queue = queues.get(key) ?? { ref: { user, bookingId }, waiting: [] };
      queues.set(key, queue);
      queue.waiting.push({ by, settle: (outcome) => ((outcomes[index] as Outcome[])[place] = outcome) });
    }
  }
  return [...queues.values()];
};

/**
 * Performs many check-ins with the same result as one after another, but with as few rounds of parallel writes as possible: the
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
  const outcomes = checkins.map(({ open }) => Array<Outcome>(open.length));
  const all = toQueues(checkins, outcomes);
  for (const queue of all) {
    const record = findDone(queue.ref);
    if (record) queue.last = alreadyCheckedIn(record);
  }
  for (let left = all; left.length > 0;) {
    for (const { waiting, last } of left) if (last) for (const { settle } of waiting.splice(0)) settle(last);
    left = left.filter(({ waiting }) => waiting.length > 0);
    const next = left.map(({ ref, waiting }) => ({ ...ref, ...(waiting[0] as BookingQueue['waiting'][0]).by }));
    const written = next.length > 0 ? await checkInBookings(next) : [];
    for (const [index, queue] of left.entries()) {
      const [first] = queue.waiting.splice(0, 1) as [BookingQueue['waiting'][0]];
      const outcome = written[index] as Outcome;
      first.settle(outcome);
      const following = outcomeOfNext(outcome, first.by.record);
      if (following) queue.last = following;
    }
  }
  return outcomes;
};
