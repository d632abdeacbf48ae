import type { Booking, CheckinRecord } from '../../../shared/domain/booking.ts';
import { containsInstant } from '../../../shared/domain/checkin-period.ts';
import type { Violation } from './violation.ts';

/** The response to one attempt of a request; without a status there was none. */
export interface CheckinAnswer {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
}

/** One check-in request with all its attempts. */
export interface CheckinStory {
  /** Also its Idempotency-Key, if it has one. */
  readonly name: string;
  readonly hasKey: boolean;
  /** The `date` of the request; default: the moment at which the service received it. */
  readonly at?: number;
  readonly notify: boolean;
  readonly answers: readonly CheckinAnswer[];
}

export interface CheckedIn extends Booking {
  readonly checkin: CheckinRecord;
}

/** The bookings of one user at the end, and the requests. */
export interface CheckinScene {
  readonly clientId: string;
  readonly bookings: readonly Booking[];
  readonly requests: readonly CheckinStory[];
  /** Check-ins that an undo, a cancellation or a move removed; with the booking as it was before. */
  readonly takenAway: readonly CheckedIn[];
  /** Bookings that something other than a check-in changed. */
  readonly changed: ReadonlySet<string>;
  /** Whether a query may have missed a booking; the others must still be right. */
  readonly isIndexStale: boolean;
}

export const isCheckedIn = (booking: Booking): booking is CheckedIn => booking.checkin !== undefined;

/** Checked in through the API, as opposed to by hand. */
const checkedIn = ({ bookings }: CheckinScene): CheckedIn[] =>
  bookings.filter(isCheckedIn).filter(({ checkin }) => checkin.by === undefined);

export const countsOf = ({ answers }: CheckinStory): number[] => answers.flatMap(({ count }) => count ?? []);

const isUnanswered = ({ answers }: CheckinStory): boolean => answers.some(({ status }) => status === undefined);

/** Whether a request made a check-in: it has the request's key, or the id of one of its attempts. */
export const isDoneBy = ({ checkin }: CheckedIn, { name, hasKey, answers }: CheckinStory): boolean =>
  hasKey
    ? checkin.idempotencyKey === name
    : answers.some(({ requestId }) => requestId !== undefined && requestId === checkin.requestId);

/** A request without a key and without a response may have done anything that it was allowed to do. */
const mayBeDoneBy = ({ checkin }: CheckedIn, story: CheckinStory): boolean =>
  !story.hasKey && checkin.idempotencyKey === undefined && isUnanswered(story);

const tell = (value: unknown): string => JSON.stringify(value);

type Invariant = (scene: CheckinScene) => string[];

/** Invariants of check-ins under any fault, by name; the explorer and the fault bench both check them. */
const invariants = {
  'a booking is checked in inside its period': (scene) =>
    checkedIn(scene)
      .filter((booking) => !containsInstant(booking, booking.checkin.at))
      .map(tell),

  'a booking is checked in by one request of its own company': (scene) =>
    checkedIn(scene)
      .filter((booking) => {
        const isKnown = scene.requests.some((story) => isDoneBy(booking, story) || mayBeDoneBy(booking, story));
        return booking.checkin.clientId !== scene.clientId || !isKnown;
      })
      .map(({ bookingId, checkin }) => tell([bookingId, checkin])),

  'an acknowledged count is that of the bookings checked in': (scene) =>
    scene.requests.flatMap((story) => {
      const done = checkedIn(scene).filter((booking) => isDoneBy(booking, story)).length;
      const undone = scene.takenAway.filter((booking) => isDoneBy(booking, story)).length;
      return countsOf(story)
        .filter((count) => count < done || count > done + undone)
        .map((count) => `${story.name} was told ${count}, and did ${done}${undone > 0 ? ` and ${undone} undone` : ''}`);
    }),

  'all that was open at an acknowledged moment is checked in': (scene) =>
    scene.isIndexStale
      ? []
      : scene.requests.flatMap((story) => {
          const { at } = story;
          if (at === undefined || countsOf(story).length === 0) return [];
          return scene.bookings
            .filter(
              (booking) => !booking.checkin && containsInstant(booking, at) && !scene.changed.has(booking.bookingId),
            )
            .map(({ bookingId }) => `${story.name} left ${bookingId}`);
        }),

  'all that a request did, it did as one': (scene) =>
    scene.requests.flatMap((story) => {
      const records = checkedIn(scene)
        .filter((booking) => isDoneBy(booking, story))
        .map(({ checkin: { checkinId, at, notify } }) => ({ checkinId, at, notify }));
      const isAsAsked = records.every(
        ({ at, notify }) => notify === story.notify && (story.at === undefined || at === story.at),
      );
      const isOne = new Set(records.map(tell)).size <= 1;
      return isOne && isAsAsked ? [] : [`${story.name}: ${tell(records)}`];
    }),
} as const satisfies Readonly<Record<string, Invariant>>;

export type CheckinInvariant = keyof typeof invariants;

/** The invariants that the end of a history breaks. */
export const findCheckinViolations = (scene: CheckinScene): Violation[] =>
  Object.entries(invariants).flatMap(([invariant, check]) => check(scene).map((detail) => ({ invariant, detail })));
