import type { CheckinPeriod } from '../../../shared/domain/checkin-period.ts';
import { planActions, type PlannedAction } from './planned-action.ts';
import { makeRandom, type Random } from './random.ts';

/** Faults of connections only, also with a thousand open bookings; or the process is also killed, or its clock is moved. */
export const modes = ['wire', 'large', 'kill', 'clock'] as const;
export type Mode = (typeof modes)[number];

export interface PlannedBooking extends CheckinPeriod {
  readonly bookingId: string;
}

/** One badge at one gate: a request, and its repeats if it has a key. */
export interface Swipe {
  readonly name: string;
  /** Whether it belongs to the other company, whose user and bookings have the same ids. */
  readonly isTwin: boolean;
  /** Whose it is: the place among the company's users. */
  readonly person: number;
  readonly identifiers: readonly ('id' | 'uid' | 'email')[];
  /** Default: the moment at which the service receives it. */
  readonly at?: number;
  readonly notify: boolean;
  readonly hasKey: boolean;
  /** Sent in a batch with the others of its round and company; it has a key and a moment. */
  readonly isBatched: boolean;
  /** How often it is sent while there are faults. */
  readonly tries: number;
}

/** What happens to the users of one company, and to their namesakes in another. Each of them has all the bookings. */
export interface HistoryPlan {
  readonly seed: number;
  readonly mode: Mode;
  readonly bookings: readonly PlannedBooking[];
  /** Swipes of one round run in parallel; rounds follow one another. */
  readonly rounds: readonly (readonly Swipe[])[];
  /** What else happens in the rounds, at the same time. */
  readonly actions: readonly PlannedAction[];
}

const HOUR = 60 * 60_000;
/** Any moment would do; the histories of `clock` use the present one. */
export const NOON = Date.UTC(2026, 10, 21, 12);

const periods: readonly ((noon: number) => CheckinPeriod)[] = [
  (noon) => ({ checkinOpensAt: noon - HOUR, noShowAt: noon + HOUR }),
  (noon) => ({ checkinOpensAt: noon, noShowAt: noon + 72 * HOUR }),
  (noon) => ({ checkinOpensAt: noon - HOUR, noShowAt: noon + 1 }),
  (noon) => ({ checkinOpensAt: noon - HOUR, noShowAt: noon }),
  (noon) => ({ checkinOpensAt: noon + 1, noShowAt: noon + HOUR }),
  (noon) => ({ checkinOpensAt: noon - 2 * HOUR, noShowAt: noon - HOUR }),
];

const LARGE_COUNT = 1_000;

/** The embedded engine confuses a few of so many that all have the same no-show moment. */
const planManyBookings = (): PlannedBooking[] =>
  Array.from({ length: LARGE_COUNT }, (_, index) => ({
    bookingId: `booking-${String(index).padStart(4, '0')}`,
    checkinOpensAt: NOON - 2 * HOUR,
    noShowAt: NOON + 2 * HOUR + index,
  }));

const planBookings = (random: Random, noon: number): PlannedBooking[] => {
  const count = 1 + random.below(5);
  return Array.from({ length: count }, (_, index) => {
    // Most are open, so that there is something to check in.
    const period = random.isOneIn(3) ? random.pick(periods) : (periods[0] as (typeof periods)[number]);
    return { bookingId: `booking-${index}`, ...period(noon) };
  });
};

const identifiers = [['id'], ['id'], ['uid'], ['email'], ['id', 'uid', 'email']] as const;
const moments = [0, 0, 0, 0, 1, HOUR, -HOUR];

/** Mostly the first, so that swipes meet; a thousand bookings are enough for one. */
const pickPerson = (random: Random, mode: Mode): number => (mode === 'large' ? 0 : random.pick([0, 0, 0, 1, 2]));

/** The positions of the users of a history. */
export const peopleIn = ({ rounds }: Pick<HistoryPlan, 'rounds'>): number[] => [
  ...new Set(rounds.flat().map(({ person }) => person)),
];

const planSwipe = (random: Random, index: number, mode: Mode): Swipe => {
  const hasMoment = mode !== 'clock' || random.isOneIn(3);
  return {
    name: `swipe-${index}`,
    isTwin: random.isOneIn(5),
    person: pickPerson(random, mode),
    identifiers: random.pick(identifiers),
    ...(hasMoment && { at: NOON + random.pick(moments) }),
    notify: random.isOneIn(2),
    hasKey: !random.isOneIn(4),
    isBatched: false,
    tries: 1 + random.below(3),
  };
};

/** A reader that was off-line: what it sends at once is mostly of one company and of several people, as its moments come. */
const planBatch = (random: Random, firstIndex: number, mode: Mode): Swipe[] =>
  Array.from({ length: 2 + random.below(5) }, (_, index) => ({
    at: NOON,
    ...planSwipe(random, firstIndex + index, mode),
    hasKey: true,
    isBatched: true,
  }));

/** A whole history except its faults, which are chosen at each call. */
export const planHistory = (seed: number, mode: Mode): HistoryPlan => {
  const random = makeRandom(seed, 'history');
  let swipes = 0;
  const rounds = Array.from({ length: 1 + random.below(3) }, () => {
    const single = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => planSwipe(random, (swipes += 1), mode));
    const batched = random.isOneIn(3) ? planBatch(random, swipes + 1, mode) : [];
    swipes += batched.length;
    return [...single, ...batched];
  });
  const bookings = mode === 'large' ? planManyBookings() : planBookings(random, mode === 'clock' ? Date.now() : NOON);
  const bookingIds = bookings.map(({ bookingId }) => bookingId);
  const actions = mode === 'large' ? [] : planActions(seed, rounds.length, peopleIn({ rounds }), bookingIds);
  return { seed, mode, bookings, rounds, actions };
};
