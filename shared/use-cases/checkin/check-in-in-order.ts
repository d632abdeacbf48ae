import type {
  BookingOutcome,
  BookingRef,
  CheckInBookings,
  CheckinRecord,
  RepeatedRequest,
} from '../../domain/booking.ts';
import type { UserRef } from '../../domain/user.ts';

/** A check-in of a user, and the bookings that are open to it. */
export interface OrderedCheckin extends RepeatedRequest {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
}

type Outcome = PromiseSettledResult<BookingOutcome>;

/** A booking, and the check-ins that it is open to: each may check it in when those before it have not. */
interface Turns {
  readonly ref: BookingRef;
  readonly waiting: {
    readonly by: RepeatedRequest & { readonly record: CheckinRecord };
    readonly settle: (outcome: Outcome) => void;
  }[];
  /** What all that still wait come to. */
  last?: Outcome;
}

const alreadyCheckedIn = (record: CheckinRecord): Outcome => ({
  status: 'fulfilled',
  value: { kind: 'already-checked-in', record },
});

/**
 * What the next check-in of a booking comes to after one that had this outcome; undefined if it may try. After one that
 * failed it fails too: the earlier swipe will be repeated, and must come first.
 */
const followingOf = (outcome: Outcome, record: CheckinRecord): Outcome | undefined => {
  if (outcome.status === 'rejected' || outcome.value.kind === 'already-checked-in') return outcome;
  return outcome.value.kind === 'checked-in' ? alreadyCheckedIn(record) : undefined;
};

const takeTurns = (checkins: readonly OrderedCheckin[], outcomes: Outcome[][]): Turns[] => {
  const turns = new Map<string, Turns>();
  for (const [index, { user, open, record, firstReceivedAt }] of checkins.entries()) {
    const by = { record, ...(firstReceivedAt !== undefined && { firstReceivedAt }) };
    for (const [place, bookingId] of open.entries()) {
      const key = JSON.stringify([user.companyId, user.userId, bookingId]);
      const of = turns.get(key) ?? { ref: { user, bookingId }, waiting: [] };
      turns.set(key, of);
      of.waiting.push({ by, settle: (outcome) => ((outcomes[index] as Outcome[])[place] = outcome) });
    }
  }
  return [...turns.values()];
};

/**
 * Performs many check-ins as if one after another, with as few waves of writes as they allow: each booking is offered to the
 * first check-in that it is open to, and to the next one only where that did not check it in.
 * @param findDone tells a booking that is known to be checked in, which needs no write
 * @returns what became of each booking of each check-in, in their order
 */
export const checkInInOrder = async (
  checkins: readonly OrderedCheckin[],
  findDone: (ref: BookingRef) => CheckinRecord | undefined,
  checkInBookings: CheckInBookings,
): Promise<Outcome[][]> => {
  const outcomes = checkins.map(({ open }) => Array<Outcome>(open.length));
  const all = takeTurns(checkins, outcomes);
  for (const turns of all) {
    const record = findDone(turns.ref);
    if (record) turns.last = alreadyCheckedIn(record);
  }
  for (let left = all; left.length > 0;) {
    for (const { waiting, last } of left) if (last) for (const { settle } of waiting.splice(0)) settle(last);
    left = left.filter(({ waiting }) => waiting.length > 0);
    const next = left.map(({ ref, waiting }) => ({ ...ref, ...(waiting[0] as Turns['waiting'][0]).by }));
    const written = next.length > 0 ? await checkInBookings(next) : [];
    for (const [index, turns] of left.entries()) {
      const [first] = turns.waiting.splice(0, 1) as [Turns['waiting'][0]];
      const outcome = written[index] as Outcome;
      first.settle(outcome);
      const following = followingOf(outcome, first.by.record);
      if (following) turns.last = following;
    }
  }
  return outcomes;
};
