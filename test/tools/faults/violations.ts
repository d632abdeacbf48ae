import type { Booking } from '../../../shared/domain/booking.ts';
import type { Published } from '../../support/start-stub-sns.ts';
import {
  countsOf,
  findCheckinViolations,
  type CheckedIn,
  type CheckinFacts,
  type CheckinRequestRecord,
} from '../invariants/checkin-invariants.ts';
import { findPushViolations as findMissingPushes } from '../invariants/push-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import { endsTokens, findActionViolations, findUndecidedActions } from './action-violations.ts';
import { users } from './company.ts';
import { DEADLINE_FACTOR } from './deadline-factor.ts';
import { isUnavailable } from './gate-call.ts';
import { peopleIn } from './history-plan.ts';
import type { CompanyRecord, HistoryRecord, SwipeResponse, SwipeRecord } from './history-record.ts';
import { changesBooking, deletesBookings, type PlannedAction } from './planned-action.ts';

/** The part of a history that one user of a company has, with what may excuse it. */
interface PersonRecord {
  readonly company: CompanyRecord;
  /** Whether it is the company in which the actions happen. */
  readonly isOwn: boolean;
  readonly person: number;
  readonly swipes: readonly SwipeRecord[];
  readonly history: HistoryRecord;
  /** Whether a query may have missed a booking; the others must still be right. */
  readonly isIndexStale: boolean;
}

type Invariant = (person: PersonRecord) => string[];

const toRequestRecord = ({ swipe, responses }: SwipeRecord): CheckinRequestRecord => ({ ...swipe, responses });

const actionsOf = ({ history, isOwn, person }: PersonRecord): PlannedAction[] =>
  isOwn ? history.actions.map(({ action }) => action).filter((action) => action.person === person) : [];

const isChanged = (record: PersonRecord, bookingId: string): boolean =>
  actionsOf(record).some((action) => changesBooking(action, { person: record.person, bookingId }));

const isRemoved = (record: PersonRecord): boolean => actionsOf(record).some(({ kind }) => kind === 'remove-user');

/** The bookings whose check-ins may have been deleted with them. */
const countDeleted = (record: PersonRecord): number =>
  isRemoved(record)
    ? record.history.plan.bookings.length
    : new Set(actionsOf(record).flatMap(({ kind, bookingId }) => (kind === 'cancel' ? bookingId : []))).size;

/** The check-ins that were undone or moved away: a booking keeps their ids. */
const findTakenAway = ({ company, swipes }: PersonRecord): CheckedIn[] =>
  company.bookings.flatMap((booking) =>
    (booking.undone ?? []).flatMap((checkinId) => {
      const made = swipes.find(({ swipe, responses }) =>
        swipe.hasKey
          ? company.checkinIds.get(swipe.name) === checkinId
          : responses.some(({ requestId }) => requestId === checkinId),
      );
      if (!made) return [];
      const { name, hasKey, at = 0, notify } = made.swipe;
      const checkin = { at, receivedAt: at, requestId: checkinId, checkinId, notify };
      return { ...booking, checkin: { ...checkin, ...(hasKey && { idempotencyKey: name }) } };
    }),
  );

const toFacts = (record: PersonRecord): CheckinFacts => ({
  ...record.company,
  requests: record.swipes.map(toRequestRecord),
  takenAway: findTakenAway(record),
  deleted: countDeleted(record),
  changed: new Set(
    record.history.plan.bookings.map(({ bookingId }) => bookingId).filter((id) => isChanged(record, id)),
  ),
  isIndexStale: record.isIndexStale,
});

/** The service's shortest time-out: the connection to DynamoDB (`callBudgets.request`). */
const SHORTEST_TIMEOUT_MILLISECONDS = 500 * DEADLINE_FACTOR;

/** A busy machine makes responses late, never early: no time-out expires before this one. */
const isEarly = ({ status, startedAt, endedAt }: SwipeResponse): boolean =>
  status !== undefined && endedAt - startedAt < SHORTEST_TIMEOUT_MILLISECONDS;

const isUnacknowledged = (record: SwipeRecord): boolean =>
  record.swipe.hasKey && countsOf(toRequestRecord(record)).length === 0;

/** Whether all responses after the faults came without a time-out. */
const isRefused = ({ responses, responsesUnderFaults }: SwipeRecord): boolean =>
  responses.slice(responsesUnderFaults).every(isEarly);

const toText = (value: unknown): string => JSON.stringify(value);

const formatResponses = ({ swipe, responses }: SwipeRecord): string =>
  `${swipe.name}: ${toText(responses.map(({ status }) => status))}`;

/** Additional invariants of the HTTP responses. */
const invariants: Readonly<Record<string, Invariant>> = {
  'every response is one that the API document describes': ({ swipes }) =>
    swipes.flatMap(({ responses }) => responses.flatMap(({ faults }) => faults)),

  'every response is one that is expected': (record) => {
    const { history } = record;
    const mayEnd = endsTokens(history) || history.plan.mode === 'clock';
    const known = new Set([undefined, 200, 503, ...(mayEnd ? [401] : []), ...(isRemoved(record) ? [404] : [])]);
    return record.swipes.flatMap(({ swipe, responses }) =>
      responses
        .filter(({ status }) => !known.has(status))
        .map(({ status, code }) => `${swipe.name} got ${status} ${code ?? ''}`),
    );
  },

  'a token of another type is refused': ({ history: { wrongType } }) =>
    wrongType.status === 401 || isUnavailable(wrongType) ? [] : [`it got ${wrongType.status}`],

  'nothing is booked or lost by a check-in': (record) => {
    const { company, history } = record;
    const describe = (bookings: readonly Pick<Booking, 'bookingId' | 'checkinOpensAt' | 'noShowAt'>[]) =>
      toText(
        bookings
          .filter(({ bookingId }) => !isChanged(record, bookingId))
          .map(({ bookingId, checkinOpensAt, noShowAt }) => [bookingId, checkinOpensAt, noShowAt]),
      );
    const [planned, found] = [describe(history.plan.bookings), describe(company.bookings)];
    return planned === found ? [] : [`${found} instead of ${planned}`];
  },

  'a request with a key is acknowledged in the end': (person) =>
    (isRemoved(person) ? [] : person.swipes)
      .filter((record) => isUnacknowledged(record) && isRefused(record))
      .map(formatResponses),
};

const byPerson = (history: HistoryRecord, isIndexStale: boolean): PersonRecord[] =>
  [history.own, history.twin].flatMap((company) =>
    peopleIn(history.plan).map((person) => ({
      person,
      isOwn: company === history.own,
      company: {
        ...company,
        bookings: company.bookings.filter(({ user }) => user.userId === users[person]?.id),
      },
      swipes: history.swipes.filter(
        ({ swipe }) => swipe.isTwin === (company === history.twin) && swipe.person === person,
      ),
      history,
      isIndexStale,
    })),
  );

/** The invariants that a history broke. */
export const findViolations = (history: HistoryRecord, isIndexStale: boolean): Violation[] => [
  ...findActionViolations(history),
  ...byPerson(history, isIndexStale).flatMap((person) => {
    const own = Object.entries(invariants).flatMap(([invariant, check]) =>
      check(person).map((detail) => ({ invariant, detail })),
    );
    return [...own, ...findCheckinViolations(toFacts(person))].map(({ invariant, detail }) => ({
      invariant,
      detail: `${person.company.companyId}: ${detail}`,
    }));
  }),
];

/** What a time-out left undecided: the service had no time to respond. A verdict never depends on that. */
export const findUndecided = (history: HistoryRecord): string[] => [
  ...byPerson(history, false)
    .filter((person) => !isRemoved(person))
    .flatMap(({ swipes }) => swipes.filter((record) => isUnacknowledged(record) && !isRefused(record)))
    .map(formatResponses),
  ...findUndecidedActions(history),
  ...(isUnavailable(history.wrongType) ? [`token of another type: ${history.wrongType.status}`] : []),
];

interface PushBody {
  readonly bookingCount: number;
}

const bookingCountOf = ({ message }: Published): number =>
  (JSON.parse(message['default'] ?? '{}') as PushBody).bookingCount;

/** Check-ins of a history that lack a push about a booking, and pushes about check-ins that do not exist. */
export const findPushViolations = (
  history: HistoryRecord,
  pushes: readonly Published[],
  isIndexStale: boolean,
): Violation[] =>
  [history.own, history.twin].flatMap(({ companyId, bookings }) => {
    const sent = pushes
      .filter(({ attributes }) => attributes['companyId'] === companyId)
      .map((push) => ({ checkinId: push.attributes['checkinId'] ?? '', bookingCount: bookingCountOf(push) }));
    const takenAway = bookings.flatMap((booking) =>
      (booking.undone ?? []).map((checkinId) => ({
        ...booking,
        checkin: { at: 0, receivedAt: 0, requestId: checkinId, checkinId, notify: true },
      })),
    );
    const deleted =
      companyId === history.own.companyId && history.actions.some(({ action }) => deletesBookings(action))
        ? history.plan.bookings.length
        : 0;
    return findMissingPushes({ bookings, takenAway, deleted, sent, isIndexStale }).map(({ invariant, detail }) => ({
      invariant,
      detail: `${companyId}: ${detail}`,
    }));
  });
