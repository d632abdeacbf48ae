import type { Booking, CheckinRecord } from '../../../shared/domain/booking.ts';
import { containsInstant } from '../../../shared/domain/checkin-period.ts';
import type { Violation } from './violation.ts';

/** The response to one attempt of a request; without a status there was none. */
export interface CheckinResponse {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
}

/** One check-in request with all its attempts. */
export interface CheckinRequestRecord {
  /** Also its Idempotency-Key, if it has one. */
  readonly name: string;
  readonly hasKey: boolean;
  /** The `date` of the request; default: the moment at which the service received it. */
  readonly at?: number;
  readonly notify: boolean;
  readonly responses: readonly CheckinResponse[];
}

export interface CheckedIn extends Booking {
  readonly checkin: CheckinRecord;
}

/** The bookings of one user at the end, and the requests. */
export interface CheckinFacts {
  readonly clientId: string;
  readonly bookings: readonly Booking[];
  readonly requests: readonly CheckinRequestRecord[];
  /** Bookings before an undo, a cancellation or a move removed their check-ins. */
  readonly takenAway: readonly CheckedIn[];
  /** The number of deleted bookings whose check-ins are unknown and so not in `takenAway`. */
  readonly deleted?: number;
  /** Bookings that something other than a check-in changed. */
  readonly changed: ReadonlySet<string>;
  /** Whether a query may have missed a booking; the other bookings must still be right. */
  readonly isIndexStale: boolean;
}

export const isCheckedIn = (booking: Booking): booking is CheckedIn => booking.checkin !== undefined;

/** Checked in through the API, as opposed to by hand. */
const checkedIn = ({ bookings }: CheckinFacts): CheckedIn[] =>
  bookings.filter(isCheckedIn).filter(({ checkin }) => checkin.by === undefined);

export const countsOf = ({ responses }: CheckinRequestRecord): number[] =>
  responses.flatMap(({ count }) => count ?? []);

const lacksResponse = ({ responses }: CheckinRequestRecord): boolean =>
  responses.some(({ status }) => status === undefined);

/** Whether a request made a check-in, which then has the request's key or the id of one of its attempts. */
export const isDoneBy = ({ checkin }: CheckedIn, { name, hasKey, responses }: CheckinRequestRecord): boolean =>
  hasKey
    ? checkin.idempotencyKey === name
    : responses.some(({ requestId }) => requestId !== undefined && requestId === checkin.requestId);

/** A request without a key and without a response may have done anything that it was allowed to do. */
const mayBeDoneBy = ({ checkin }: CheckedIn, request: CheckinRequestRecord): boolean =>
  !request.hasKey && checkin.idempotencyKey === undefined && lacksResponse(request);

const toText = (value: unknown): string => JSON.stringify(value);

type Invariant = (facts: CheckinFacts) => string[];

/** Invariants of check-ins under any fault, by name; the explorer and the fault bench both check them. */
const invariants = {
  'a booking is checked in inside its period': (facts) =>
    checkedIn(facts)
      .filter((booking) => !containsInstant(booking, booking.checkin.at))
      .map(toText),

  'a booking is checked in by one request of its own company': (facts) =>
    checkedIn(facts)
      .filter((booking) => {
        const isKnown = facts.requests.some((request) => isDoneBy(booking, request) || mayBeDoneBy(booking, request));
        return booking.checkin.clientId !== facts.clientId || !isKnown;
      })
      .map(({ bookingId, checkin }) => toText([bookingId, checkin])),

  'an acknowledged count is that of the bookings checked in': (facts) =>
    facts.requests.flatMap((request) => {
      const done = checkedIn(facts).filter((booking) => isDoneBy(booking, request)).length;
      const undone = facts.takenAway.filter((booking) => isDoneBy(booking, request)).length;
      const most = done + undone + (facts.deleted ?? 0);
      return countsOf(request)
        .filter((count) => count < done || count > most)
        .map((count) => `${request.name} counted ${count}, and did ${done}${most > done ? `, at most ${most}` : ''}`);
    }),

  'all that was open at an acknowledged moment is checked in': (facts) =>
    facts.isIndexStale
      ? []
      : facts.requests.flatMap((request) => {
          const { at } = request;
          if (at === undefined || countsOf(request).length === 0) return [];
          return facts.bookings
            .filter(
              (booking) => !booking.checkin && containsInstant(booking, at) && !facts.changed.has(booking.bookingId),
            )
            .map(({ bookingId }) => `${request.name} left ${bookingId}`);
        }),

  'what was undone, cancelled or moved is not checked in by a retry': ({ bookings }) =>
    bookings
      .filter(({ checkin, undone = [] }) => checkin && undone.includes(checkin.checkinId))
      .map(({ bookingId, checkin }) => toText([bookingId, checkin?.checkinId])),

  'all that a request did, it did as one': (facts) =>
    facts.requests.flatMap((request) => {
      const records = checkedIn(facts)
        .filter((booking) => isDoneBy(booking, request))
        .map(({ checkin: { checkinId, at, notify } }) => ({ checkinId, at, notify }));
      const isAsAsked = records.every(
        ({ at, notify }) => notify === request.notify && (request.at === undefined || at === request.at),
      );
      const isOne = new Set(records.map(toText)).size <= 1;
      return isOne && isAsAsked ? [] : [`${request.name}: ${toText(records)}`];
    }),
} as const satisfies Readonly<Record<string, Invariant>>;

export type CheckinInvariant = keyof typeof invariants;

/** The invariants that the end of a history breaks. */
export const findCheckinViolations = (facts: CheckinFacts): Violation[] =>
  Object.entries(invariants).flatMap(([invariant, check]) => check(facts).map((detail) => ({ invariant, detail })));
