import type { Booking } from '../../../shared/domain/booking.ts';
import type { Published } from '../../support/start-stub-sns.ts';
import {
  countsOf,
  findCheckinViolations,
  type CheckinFacts,
  type CheckinRequestRecord,
} from '../invariants/checkin-invariants.ts';
import { findPushViolations as findMissingPushes } from '../invariants/push-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import { users } from './company.ts';
import { peopleIn } from './history-plan.ts';
import type { CompanyRecord, HistoryRecord, SwipeResponse, SwipeRecord } from './history-record.ts';

/** The part of a history that one user of a company has, with what may excuse it. */
interface PersonRecord {
  readonly company: CompanyRecord;
  readonly swipes: readonly SwipeRecord[];
  readonly history: HistoryRecord;
  /** Whether a query may have missed a booking; the others must still be right. */
  readonly isIndexStale: boolean;
}

type Invariant = (person: PersonRecord) => string[];

const toRequestRecord = ({ swipe, answers }: SwipeRecord): CheckinRequestRecord => ({ ...swipe, answers });

const toFacts = ({ company, swipes, isIndexStale }: PersonRecord): CheckinFacts => ({
  ...company,
  requests: swipes.map(toRequestRecord),
  takenAway: [],
  changed: new Set(),
  isIndexStale,
});

/** The service's shortest time-out: the connection to DynamoDB (`callBudgets.request`). */
const SHORTEST_TIMEOUT_MILLISECONDS = 500;

/** A busy machine makes responses late, never early: no time-out expires before this one. */
const isEarly = ({ status, milliseconds }: SwipeResponse): boolean =>
  status !== undefined && milliseconds < SHORTEST_TIMEOUT_MILLISECONDS;

const isUnacknowledged = (record: SwipeRecord): boolean =>
  record.swipe.hasKey && countsOf(toRequestRecord(record)).length === 0;

/** Whether all responses after the faults came without a time-out. */
const isRefused = ({ answers, answersUnderFaults }: SwipeRecord): boolean =>
  answers.slice(answersUnderFaults).every(isEarly);

const tell = (value: unknown): string => JSON.stringify(value);

const formatAnswers = ({ swipe, answers }: SwipeRecord): string =>
  `${swipe.name}: ${tell(answers.map(({ status }) => status))}`;

/** Whether the service was unavailable or out of time. */
export const isUnavailable = ({ status }: SwipeResponse): boolean => status === undefined || status === 503;

/** Additional invariants of the HTTP responses. */
const invariants: Readonly<Record<string, Invariant>> = {
  'every response is one that the API document describes': ({ swipes, history }) =>
    swipes.flatMap(({ swipe, answers }) => {
      const known = new Set([undefined, 200, 503, ...(history.plan.mode === 'clock' ? [401] : [])]);
      const strange = answers.filter(({ status }) => !known.has(status));
      return [
        ...strange.map(({ status }) => `${swipe.name} got ${status}`),
        ...answers.flatMap(({ faults }) => faults),
      ];
    }),

  'a token of another type is refused': ({ history: { wrongType } }) =>
    wrongType.status === 401 || isUnavailable(wrongType) ? [] : [`it got ${wrongType.status}`],

  'nothing is booked or lost by a check-in': ({ company, history }) => {
    const describe = (bookings: readonly Pick<Booking, 'bookingId' | 'checkinOpensAt' | 'noShowAt'>[]) =>
      tell(bookings.map(({ bookingId, checkinOpensAt, noShowAt }) => [bookingId, checkinOpensAt, noShowAt]));
    const [planned, found] = [describe(history.plan.bookings), describe(company.bookings)];
    return planned === found ? [] : [`${found} instead of ${planned}`];
  },

  'a request with a key is acknowledged in the end': ({ swipes }) =>
    swipes.filter((record) => isUnacknowledged(record) && isRefused(record)).map(formatAnswers),
};

const byPerson = (history: HistoryRecord, isIndexStale: boolean): PersonRecord[] =>
  [history.own, history.twin].flatMap((company) =>
    peopleIn(history.plan).map((person) => ({
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
export const findViolations = (history: HistoryRecord, isIndexStale: boolean): Violation[] =>
  byPerson(history, isIndexStale).flatMap((person) => {
    const own = Object.entries(invariants).flatMap(([invariant, check]) =>
      check(person).map((detail) => ({ invariant, detail })),
    );
    return [...own, ...findCheckinViolations(toFacts(person))].map(({ invariant, detail }) => ({
      invariant,
      detail: `${person.company.companyId}: ${detail}`,
    }));
  });

/** What a time-out left undecided: the service had no time to respond. A verdict never depends on that. */
export const findUndecided = ({ swipes, wrongType }: HistoryRecord): string[] => [
  ...swipes.filter((record) => isUnacknowledged(record) && !isRefused(record)).map(formatAnswers),
  ...(isUnavailable(wrongType) ? [`wrongType: ${wrongType.status}`] : []),
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
    return findMissingPushes({ bookings, takenAway: [], sent, isIndexStale }).map(({ invariant, detail }) => ({
      invariant,
      detail: `${companyId}: ${detail}`,
    }));
  });
