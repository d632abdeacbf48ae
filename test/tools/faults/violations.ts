import type { Booking } from '../../../shared/domain/booking.ts';
import type { Published } from '../../support/start-stub-sns.ts';
import {
  countsOf,
  findCheckinViolations,
  type CheckinScene,
  type CheckinStory,
} from '../invariants/checkin-invariants.ts';
import { findUntold } from '../invariants/push-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import { users } from './company.ts';
import { peopleIn } from './history-plan.ts';
import type { CompanyStory, HistoryStory, SwipeAnswer, SwipeStory } from './history-story.ts';

/** The part of a history that one user of a company has, with what may excuse it. */
interface Scene {
  readonly company: CompanyStory;
  readonly swipes: readonly SwipeStory[];
  readonly history: HistoryStory;
  /** Whether a query may have missed a booking; the others must still be right. */
  readonly isIndexStale: boolean;
}

type Invariant = (scene: Scene) => string[];

const toCheckinStory = ({ swipe, answers }: SwipeStory): CheckinStory => ({ ...swipe, answers });

const toCheckinScene = ({ company, swipes, isIndexStale }: Scene): CheckinScene => ({
  ...company,
  requests: swipes.map(toCheckinStory),
  takenAway: [],
  changed: new Set(),
  isIndexStale,
});

/** The service's shortest time-out: the connection to DynamoDB (`callBudgets.request`). */
const SHORTEST_TIMEOUT_MILLISECONDS = 500;

/** A busy machine makes responses late, never early: no time-out expires before this one. */
const isEarly = ({ status, milliseconds }: SwipeAnswer): boolean =>
  status !== undefined && milliseconds < SHORTEST_TIMEOUT_MILLISECONDS;

const isUnacknowledged = (story: SwipeStory): boolean =>
  story.swipe.hasKey && countsOf(toCheckinStory(story)).length === 0;

/** Whether all responses after the faults came without a time-out. */
const isRefused = ({ answers, answersWhenBroken }: SwipeStory): boolean =>
  answers.slice(answersWhenBroken).every(isEarly);

const tell = (value: unknown): string => JSON.stringify(value);

const tellAnswers = ({ swipe, answers }: SwipeStory): string =>
  `${swipe.name}: ${tell(answers.map(({ status }) => status))}`;

/** Whether the service was unavailable or out of time. */
export const isUnavailable = ({ status }: SwipeAnswer): boolean => status === undefined || status === 503;

/** Additional invariants of the HTTP responses. */
const invariants: Readonly<Record<string, Invariant>> = {
  'every answer is a described one': ({ swipes, history }) =>
    swipes.flatMap(({ swipe, answers }) => {
      const known = new Set([undefined, 200, 503, ...(history.plan.mode === 'clock' ? [401] : [])]);
      const strange = answers.filter(({ status }) => !known.has(status));
      return [
        ...strange.map(({ status }) => `${swipe.name} was answered ${status}`),
        ...answers.flatMap(({ faults }) => faults),
      ];
    }),

  'a token of another type is refused': ({ history: { impostor } }) =>
    impostor.status === 401 || isUnavailable(impostor) ? [] : [`it was answered ${impostor.status}`],

  'nothing is booked or lost by a check-in': ({ company, history }) => {
    const describe = (bookings: readonly Pick<Booking, 'bookingId' | 'checkinOpensAt' | 'noShowAt'>[]) =>
      tell(bookings.map(({ bookingId, checkinOpensAt, noShowAt }) => [bookingId, checkinOpensAt, noShowAt]));
    const [planned, found] = [describe(history.plan.bookings), describe(company.bookings)];
    return planned === found ? [] : [`${found} instead of ${planned}`];
  },

  'a request with a key is acknowledged in the end': ({ swipes }) =>
    swipes.filter((story) => isUnacknowledged(story) && isRefused(story)).map(tellAnswers),
};

const scenesOf = (history: HistoryStory, isIndexStale: boolean): Scene[] =>
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
export const findViolations = (history: HistoryStory, isIndexStale: boolean): Violation[] =>
  scenesOf(history, isIndexStale).flatMap((scene) => {
    const own = Object.entries(invariants).flatMap(([invariant, check]) =>
      check(scene).map((detail) => ({ invariant, detail })),
    );
    return [...own, ...findCheckinViolations(toCheckinScene(scene))].map(({ invariant, detail }) => ({
      invariant,
      detail: `${scene.company.companyId}: ${detail}`,
    }));
  });

/** What a time-out left undecided: the service had no time to respond. A verdict never depends on that. */
export const findUndecided = ({ swipes, impostor }: HistoryStory): string[] => [
  ...swipes.filter((story) => isUnacknowledged(story) && !isRefused(story)).map(tellAnswers),
  ...(isUnavailable(impostor) ? [`impostor: ${impostor.status}`] : []),
];

interface Told {
  readonly bookingCount: number;
}

const bookingCountOf = ({ message }: Published): number =>
  (JSON.parse(message['default'] ?? '{}') as Told).bookingCount;

/** Check-ins of a history that lack a push about a booking, and pushes about check-ins that do not exist. */
export const findPushViolations = (
  history: HistoryStory,
  pushes: readonly Published[],
  isIndexStale: boolean,
): Violation[] =>
  [history.own, history.twin].flatMap(({ companyId, bookings }) => {
    const told = pushes
      .filter(({ attributes }) => attributes['companyId'] === companyId)
      .map((push) => ({ checkinId: push.attributes['checkinId'] ?? '', bookingCount: bookingCountOf(push) }));
    return findUntold({ bookings, takenAway: [], told, isIndexStale }).map(({ invariant, detail }) => ({
      invariant,
      detail: `${companyId}: ${detail}`,
    }));
  });
