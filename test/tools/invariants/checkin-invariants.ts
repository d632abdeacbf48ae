import type { Booking, CheckinRecord } from '../../../shared/domain/booking.ts';
import { containsInstant } from '../../../shared/domain/checkin-period.ts';
import { toViolations, type Violation } from './violation.ts';

/** The response to one attempt of a request. `status` is absent if there was no response. */
export interface CheckinResponse {
  readonly status?: number;
  readonly count?: number;
  readonly requestId?: string;
}

/** One check-in request with all its attempts. */
export interface CheckinRequestRecord {
  /** If `hasKey`, this is also the Idempotency-Key. */
  readonly name: string;
  readonly hasKey: boolean;
  /** The `date` of the request. */
  readonly at: number;
  readonly notify: boolean;
  readonly responses: readonly CheckinResponse[];
}

export interface CheckedIn extends Booking {
  readonly checkin: CheckinRecord;
}

/** The requests for one user, and the user's bookings after them. */
interface CheckinFacts {
  readonly clientId: string;
  readonly bookings: readonly Booking[];
  readonly requests: readonly CheckinRequestRecord[];
  /** Bookings as they were before an undo, a cancellation or a move removed their check-in. */
  readonly removedCheckins?: readonly CheckedIn[];
  /** Ids of bookings that were changed other than by a check-in. */
  readonly changed?: ReadonlySet<string>;
  /** Whether a query might have missed a booking. If so, a booking may lack its check-in; the other invariants still hold. */
  readonly isIndexStale?: boolean;
}

export const isCheckedIn = (booking: Booking): booking is CheckedIn => booking.checkin !== undefined;

/** The bookings that were checked in through the API, as opposed to by hand. */
const checkedIn = ({ bookings }: CheckinFacts): CheckedIn[] =>
  bookings.filter(isCheckedIn).filter(({ checkin }) => checkin.by === undefined);

export const countsOf = ({ responses }: CheckinRequestRecord): number[] =>
  responses.flatMap(({ count }) => count ?? []);

const lacksResponse = ({ responses }: CheckinRequestRecord): boolean =>
  responses.some(({ status }) => status === undefined);

/** Whether a request made a check-in. Compares the request's key or, if it has none, the ids of its attempts. */
const isDoneBy = ({ checkin }: CheckedIn, { name, hasKey, responses }: CheckinRequestRecord): boolean =>
  hasKey
    ? checkin.idempotencyKey === name
    : responses.some(({ requestId }) => requestId !== undefined && requestId === checkin.requestId);

/** Whether a request without a key might have made a check-in: a response, which would show the request id, is missing. */
const mightBeDoneBy = ({ checkin }: CheckedIn, request: CheckinRequestRecord): boolean =>
  !request.hasKey && checkin.idempotencyKey === undefined && lacksResponse(request);

const toText = (value: unknown): string => JSON.stringify(value);

type Invariant = (facts: CheckinFacts) => string[];

/** The invariants of check-ins, which hold under any fault. The random interleavings and the fault test both check them. */
const invariants: Readonly<Record<string, Invariant>> = {
  'a booking is checked in inside its period': (facts) =>
    checkedIn(facts)
      .filter((booking) => !containsInstant(booking, booking.checkin.at))
      .map(toText),

  'a booking is checked in by one request of its own company': (facts) =>
    checkedIn(facts)
      .filter((booking) => {
        const isKnown = facts.requests.some((request) => isDoneBy(booking, request) || mightBeDoneBy(booking, request));
        return booking.checkin.clientId !== facts.clientId || !isKnown;
      })
      .map(({ bookingId, checkin }) => toText([bookingId, checkin])),

  'an acknowledged count is the number of bookings checked in': (facts) =>
    facts.requests.flatMap((request) => {
      const done = checkedIn(facts).filter((booking) => isDoneBy(booking, request)).length;
      const undone = (facts.removedCheckins ?? []).filter((booking) => isDoneBy(booking, request)).length;
      const maximum = done + undone;
      return countsOf(request)
        .filter((count) => count < done || count > maximum)
        .map(
          (count) =>
            `${request.name} counted ${count}, but checked in ${done}${maximum > done ? ` to ${maximum}` : ''}`,
        );
    }),

  'every booking that was open at the time of an acknowledged request is checked in': (facts) =>
    facts.isIndexStale
      ? []
      : facts.requests
          .filter((request) => countsOf(request).length > 0)
          .flatMap(({ name, at }) =>
            facts.bookings
              .filter((booking) => !booking.checkin && containsInstant(booking, at))
              .filter(({ bookingId }) => !facts.changed?.has(bookingId))
              .map(({ bookingId }) => `${name} left ${bookingId}`),
          ),

  'all check-ins of one request have the same id, time and push setting, as requested': (facts) =>
    facts.requests.flatMap((request) => {
      const records = checkedIn(facts)
        .filter((booking) => isDoneBy(booking, request))
        .map(({ checkin: { checkinId, at, notify } }) => ({ checkinId, at, notify }));
      const areAsRequested = records.every(({ at, notify }) => notify === request.notify && at === request.at);
      const areEqual = new Set(records.map(toText)).size <= 1;
      return areEqual && areAsRequested ? [] : [`${request.name}: ${toText(records)}`];
    }),
};

/** Finds the invariants that are broken at the end of a run. */
export const findCheckinViolations = (facts: CheckinFacts): Violation[] =>
  Object.entries(invariants).flatMap(([invariant, check]) => toViolations({ [invariant]: check(facts) }));
