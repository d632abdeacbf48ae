import type { Booking, CheckinRecord } from '../../../shared/domain/booking.ts';
import type { Published } from '../../support/start-stub-sns.ts';
import type { CompanyStory, HistoryStory, SwipeAnswer, SwipeStory } from './history-story.ts';

/** What must hold, whatever fails, and how it did not. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

interface CheckedIn extends Booking {
  readonly checkin: CheckinRecord;
}

/** One company's part of a history, with what may excuse it. */
interface Scene {
  readonly company: CompanyStory;
  readonly swipes: readonly SwipeStory[];
  readonly history: HistoryStory;
  /** Whether a query may have missed a booking: the others have to be right all the same. */
  readonly isIndexStale: boolean;
}

type Invariant = (scene: Scene) => string[];

const isCheckedIn = (booking: Booking): booking is CheckedIn => booking.checkin !== undefined;
const checkedIn = ({ company }: Scene): CheckedIn[] => company.bookings.filter(isCheckedIn);

const countsOf = ({ answers }: SwipeStory): number[] => answers.flatMap(({ count }) => count ?? []);
const isUnanswered = ({ answers }: SwipeStory): boolean => answers.some(({ status }) => status === undefined);

const isDoneBy = ({ checkin }: CheckedIn, { swipe, answers }: SwipeStory): boolean =>
  swipe.hasKey
    ? checkin.idempotencyKey === swipe.name
    : answers.some(({ requestId }) => requestId === checkin.requestId);

/** The least that the service waits for anything: the connection to DynamoDB (`callBudgets.request`). */
const SHORTEST_TIMEOUT_MILLISECONDS = 500;

/** A busy machine makes answers late, never early: no time-out ran out before this one. */
const isEarly = ({ status, milliseconds }: SwipeAnswer): boolean =>
  status !== undefined && milliseconds < SHORTEST_TIMEOUT_MILLISECONDS;

const isUnacknowledged = (story: SwipeStory): boolean => story.swipe.hasKey && countsOf(story).length === 0;

/** Whether every answer since all is well came without a time-out. */
const isRefused = ({ answers, answersWhenBroken }: SwipeStory): boolean =>
  answers.slice(answersWhenBroken).every(isEarly);

const tellAnswers = ({ swipe, answers }: SwipeStory): string =>
  `${swipe.name}: ${tell(answers.map(({ status }) => status))}`;

/** Whether the service could not be asked: away, or out of time. */
export const isUnavailable = ({ status }: SwipeAnswer): boolean => status === undefined || status === 503;

/** A request without a key whose answer never came may have done anything that is still in its right. */
const mayBeDoneBy = ({ checkin }: CheckedIn, story: SwipeStory): boolean =>
  !story.swipe.hasKey && checkin.idempotencyKey === undefined && isUnanswered(story);

const contains = ({ checkinOpensAt, noShowAt }: Pick<Booking, 'checkinOpensAt' | 'noShowAt'>, at: number): boolean =>
  checkinOpensAt <= at && at < noShowAt;

const tell = (value: unknown): string => JSON.stringify(value);

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

  'a token of another type is turned away': ({ history: { impostor } }) =>
    impostor.status === 401 || isUnavailable(impostor) ? [] : [`it was answered ${impostor.status}`],

  'a booking is checked in inside its period': (scene) =>
    checkedIn(scene)
      .filter((booking) => {
        const planned = scene.history.plan.bookings.find(({ bookingId }) => bookingId === booking.bookingId);
        return !planned || !contains(planned, booking.checkin.at);
      })
      .map((booking) => tell(booking)),

  'a booking is checked in by one request of its own company': (scene) =>
    checkedIn(scene)
      .filter((booking) => {
        const { clientId } = scene.company;
        const isKnown = scene.swipes.some((story) => isDoneBy(booking, story) || mayBeDoneBy(booking, story));
        return booking.checkin.clientId !== clientId || !isKnown;
      })
      .map(({ bookingId, checkin }) => tell([bookingId, checkin])),

  'nothing is booked or lost by a check-in': ({ company, history }) => {
    const ids = (bookings: readonly { bookingId: string }[]) => tell(bookings.map(({ bookingId }) => bookingId));
    const [planned, found] = [ids(history.plan.bookings), ids(company.bookings)];
    return planned === found ? [] : [`${found} instead of ${planned}`];
  },

  'an acknowledged count is that of the bookings checked in': (scene) =>
    scene.swipes.flatMap((story) => {
      const done = checkedIn(scene).filter((booking) => isDoneBy(booking, story)).length;
      return countsOf(story)
        .filter((count) => count !== done)
        .map((count) => `${story.swipe.name} was told ${count}, and did ${done}`);
    }),

  'a request with a key is acknowledged in the end': ({ swipes }) =>
    swipes.filter((story) => isUnacknowledged(story) && isRefused(story)).map(tellAnswers),

  'all that was open at an acknowledged moment is checked in': (scene) =>
    scene.isIndexStale
      ? []
      : scene.swipes.flatMap((story) => {
          const { at } = story.swipe;
          if (at === undefined || countsOf(story).length === 0) return [];
          const left = scene.company.bookings.filter((booking) => !booking.checkin && contains(booking, at));
          return left.map(({ bookingId }) => `${story.swipe.name} left ${bookingId}`);
        }),

  'all that a request did, it did as one': (scene) =>
    scene.swipes.flatMap((story) => {
      const records = checkedIn(scene)
        .filter((booking) => isDoneBy(booking, story))
        .map(({ checkin: { checkinId, at, notify } }) => tell({ checkinId, at, notify }));
      const asAsked = records.every((record) => {
        const { at, notify } = JSON.parse(record) as CheckinRecord;
        return notify === story.swipe.notify && (story.swipe.at === undefined || at === story.swipe.at);
      });
      return new Set(records).size > 1 || !asAsked ? [`${story.swipe.name}: ${records.join(' ')}`] : [];
    }),
};

const scenesOf = (history: HistoryStory, isIndexStale: boolean): Scene[] =>
  [history.own, history.twin].map((company) => ({
    company,
    swipes: history.swipes.filter(({ swipe }) => swipe.isTwin === (company === history.twin)),
    history,
    isIndexStale,
  }));

/** How a history broke what must hold; empty where it did not. */
export const findViolations = (history: HistoryStory, isIndexStale: boolean): Violation[] =>
  scenesOf(history, isIndexStale).flatMap((scene) =>
    Object.entries(invariants).flatMap(([invariant, check]) =>
      check(scene).map((detail) => ({ invariant, detail: `${scene.company.companyId}: ${detail}` })),
    ),
  );

/** What a time-out kept from being decided: the service had no time to answer. A verdict never rests on that. */
export const findUndecided = ({ swipes, impostor }: HistoryStory): string[] => [
  ...swipes.filter((story) => isUnacknowledged(story) && !isRefused(story)).map(tellAnswers),
  ...(isUnavailable(impostor) ? [`impostor: ${impostor.status}`] : []),
];

export const PUSHED = 'every check-in that is to be told of is, and no other';

interface Told {
  readonly bookingCount: number;
}

const toldOf = ({ message }: Published): number => (JSON.parse(message['default'] ?? '{}') as Told).bookingCount;

/** The check-ins of a history whose users have not been told of all of it yet, and those told of what was not done. */
export const findPushViolations = (history: HistoryStory, pushes: readonly Published[], isIndexStale: boolean) =>
  [history.own, history.twin].flatMap(({ companyId, bookings }): Violation[] => {
    const records = bookings.filter(isCheckedIn).map(({ checkin }) => checkin);
    const due = new Set(records.filter(({ notify }) => notify).map(({ checkinId }) => checkinId));
    const sent = pushes.filter(({ attributes }) => attributes['companyId'] === companyId);
    const untold = [...due].flatMap((id) => {
      const told = sent.filter(({ attributes }) => attributes['checkinId'] === id).map(toldOf);
      const done = records.filter(({ checkinId }) => checkinId === id).length;
      const isTold = isIndexStale ? told.length > 0 : Math.max(0, ...told) === done;
      return isTold ? [] : [`${id} is on ${done} bookings, and was told of as ${tell(told)}`];
    });
    const unasked = sent.filter(({ attributes }) => !due.has(attributes['checkinId'] ?? ''));
    return [
      ...untold.map((words) => ({ invariant: PUSHED, detail: `${companyId}: ${words}` })),
      ...unasked.map(({ message }) => ({ invariant: PUSHED, detail: `${companyId}: told ${message['default']}` })),
    ];
  });
