import type { LogEntry } from '../../../shared/domain/activity-log.ts';
import type { Booking } from '../../../shared/domain/booking.ts';
import type { UserProfile } from '../../../shared/domain/user.ts';
import {
  findCallsAfterEnd,
  findLostSecrets,
  findSecondSuccessors,
  type PerformedRequest,
} from '../invariants/client-invariants.ts';
import { findIdentifierViolations, findLeftovers, findUnloggedActions } from '../invariants/data-invariants.ts';
import type { Violation } from '../invariants/violation.ts';
import { users } from './company.ts';
import { moved } from './gate-actions.ts';
import type { ActionRecord, HistoryRecord } from './history-record.ts';
import { changesBooking, type ActionKind } from './planned-action.ts';

/** The data that the actions of a history are checked against, at its end. */
export interface ActionFacts {
  /** The log of all users. */
  readonly entries: readonly LogEntry[];
  readonly users: readonly UserProfile[];
  /** The user that a look-up by uid or e-mail address finds. */
  readonly owners: ReadonlyMap<string, number | undefined>;
  readonly firstSecret: string;
  readonly liveSecrets: ReadonlySet<string>;
}

interface Judged {
  readonly record: ActionRecord;
  readonly history: HistoryRecord;
  readonly facts: ActionFacts;
}

const logged: Partial<Record<ActionKind, string>> = {
  undo: 'checkins.undo',
  'check-in-by-hand': 'checkins.add',
  cancel: 'bookings.cancel',
};

const userIdOf = ({ action }: ActionRecord): number | undefined => users[action.person]?.id;

const bookingOf = ({ record, history }: Judged): Booking | undefined =>
  history.own.bookings.find(
    ({ user, bookingId }) => user.userId === userIdOf(record) && bookingId === record.action.bookingId,
  );

/** Whether no other action of the history changes the same booking. */
const isAlone = ({ record: { action }, history }: Judged): boolean =>
  history.actions.every((other) => other.action === action || !changesBooking(other.action, action));

const lost = (what: string): Violation[] => [{ invariant: 'nothing acknowledged is lost', detail: what }];

const judgeLog = ({ record, facts }: Judged): Violation[] => {
  const action = logged[record.action.kind];
  if (action === undefined) return [];
  const entries = facts.entries.filter((entry) => entry.kind === 'admin' && entry.target.userId === userIdOf(record));
  return findUnloggedActions(action, record.acknowledged, entries);
};

const judgeRemoval = ({ record, history, facts }: Judged): Violation[] => {
  if (record.isSettled !== true) return [];
  const person = users[record.action.person];
  const isOwn = (userId: number | undefined): boolean => userId === person?.id;
  return [
    ...findLeftovers([
      ...history.own.bookings.filter(({ user }) => isOwn(user.userId)),
      ...facts.entries.filter((entry) => entry.kind === 'checkin' && isOwn(entry.userId)),
      ...facts.users.filter(({ id }) => isOwn(id)),
      ...[person?.uid, person?.email].filter((value) => isOwn(facts.owners.get(value ?? ''))),
    ]),
    ...findUnloggedActions(
      'users.remove',
      1,
      facts.entries.filter((entry) => entry.kind === 'admin' && isOwn(entry.target.userId)),
    ),
  ];
};

/** Requests with one of these may be refused, or their tokens end. */
const ending: ReadonlySet<ActionKind> = new Set<ActionKind>(['revoke-tokens', 'disable-client']);
export const endsTokens = ({ actions }: Pick<HistoryRecord, 'actions'>): boolean =>
  actions.some(({ action }) => ending.has(action.kind));

const performedSwipes = ({ swipes }: HistoryRecord): PerformedRequest[] =>
  swipes
    .filter(({ swipe }) => !swipe.isTwin)
    .flatMap(({ swipe, responses }) =>
      responses.filter(({ status }) => status === 200).map((response) => ({ name: swipe.name, ...response })),
    );

const judges: Partial<Record<ActionKind, (judged: Judged) => Violation[]>> = {
  'check-in-by-hand': (judged) =>
    judged.record.acknowledged > 0 && isAlone(judged) && bookingOf(judged)?.checkin?.by === undefined
      ? lost('a check-in by hand')
      : [],

  cancel: (judged) =>
    judged.record.acknowledged > 0 && isAlone(judged) && bookingOf(judged) ? lost('a cancellation') : [],

  move: (judged) => {
    const { record, history } = judged;
    const planned = history.plan.bookings.find(({ bookingId }) => bookingId === record.action.bookingId);
    const isMoved = planned && bookingOf(judged)?.noShowAt === moved(planned).noShowAt;
    // A removal that is completed after the move deletes the booking.
    const isRemoved = history.actions.some(
      ({ action: { kind, person } }) => kind === 'remove-user' && person === record.action.person,
    );
    return record.isSettled && record.isApplied && !isMoved && !isRemoved ? lost('a move') : [];
  },

  'remove-user': judgeRemoval,

  'claim-uid': ({ record, facts }) =>
    record.isSettled ? findIdentifierViolations(facts.users, (_, value) => facts.owners.get(value)) : [],

  refresh: ({ record, history }) => {
    const refused = record.refreshes.filter(({ tokens }) => tokens === undefined);
    const mayEnd = endsTokens(history) || history.plan.mode === 'clock';
    return [
      ...findSecondSuccessors(record.refreshes),
      ...(mayEnd
        ? []
        : refused.map(() => ({ invariant: 'a refresh token is valid within its grace period', detail: '401' }))),
    ];
  },

  'rotate-secret': ({ record, facts }) =>
    findLostSecrets(record.secrets, facts.liveSecrets.has(facts.firstSecret), (secret) =>
      facts.liveSecrets.has(secret),
    ),
};

/** The invariants that the actions of a history broke. */
export const findActionViolations = (history: HistoryRecord): Violation[] =>
  history.actions.flatMap((record) => {
    const { facts } = history;
    if (!facts) return record.violations;
    const judged = { record, history, facts };
    return [
      ...record.violations,
      ...judgeLog(judged),
      ...(judges[record.action.kind]?.(judged) ?? []),
      ...(record.ended ? findCallsAfterEnd(record.ended, performedSwipes(history)) : []),
    ].map(({ invariant, detail }) => ({ invariant, detail: `${record.action.kind}: ${detail}` }));
  });

/** Syncs without a response, although there were no faults any more. */
export const findUndecidedActions = ({ actions }: HistoryRecord): string[] =>
  actions.filter(({ isSettled }) => isSettled === false).map(({ action }) => `${action.kind}: no response`);
