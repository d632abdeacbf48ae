import { addCheckin } from '../../../../shared/use-cases/bookings/add-checkin.ts';
import { cancelBooking } from '../../../../shared/use-cases/bookings/cancel-booking.ts';
import { undoCheckin } from '../../../../shared/use-cases/bookings/undo-checkin.ts';
import { makeBookingImporter } from '../../../../shared/use-cases/import/booking-importer.ts';
import { makeUserImporter } from '../../../../shared/use-cases/import/user-records.ts';
import { makeRemoveUser } from '../../../../shared/use-cases/import/remove-imported-user.ts';
import { formatDateTime } from '../../../../shared/domain/instant.ts';
import type { BookingContext } from '../../../../shared/use-cases/bookings/booking-context.ts';
import { authorizeCaller } from '../../../../shared/domain/authorize-caller.ts';
import { judgeAll, type Actor, type ActorContext, type Scenario, type RunRecord } from '../scenario.ts';
import { HOUR, NOON } from '../environment.ts';
import { findLeftovers } from '../../invariants/data-invariants.ts';
import type { Violation } from '../../invariants/violation.ts';
import { swipe, batch } from './gate-actors.ts';
import { bookingsOf, judgeCheckins } from './judge-checkins.ts';
import { administrator, booking, caller, company, gate, prepareCompany, user } from './company.ts';

const desk = { user, bookingId: 'desk' };
const keyed = (name: string) => ({ name, hasKey: true, actors: [name] });
const keyless = (name: string) => ({ name, hasKey: false, actors: [name] });

/** The items of a batch, each with its key. */
const itemsOf = (reader: string, ...keys: readonly string[]) =>
  keys.map((name, item) => ({ name, hasKey: true, actors: [reader], item }));

const contextOf = ({ bookings, now }: ActorContext): BookingContext => ({
  bookings,
  actor: administrator,
  now,
});

/** An administrator does something once. */
const byHand = (name: string, act: (context: BookingContext) => Promise<unknown>): Actor => ({
  name,
  willRepeat: false,
  request: async (context) => {
    await act(contextOf(context));
    return 'done';
  },
});

const undo = byHand('undo', (context) => undoCheckin(context, desk, 'wrong person'));
const add = byHand('by-hand', (context) => addCheckin(context, desk, { reason: 'forgot the badge', at: NOON }));
const cancel = byHand('cancel', (context) => cancelBooking(context, desk));

/** Takes a request with the scope `sync`, as POST /sync does. */
const syncing = (
  name: string,
  records: readonly object[],
  importerOf: (context: ActorContext) => ReturnType<typeof makeBookingImporter>,
): Actor => ({
  name,
  willRepeat: true,
  request: async (context) => {
    authorizeCaller(await context.clients.find(gate.clientId), caller, 'sync');
    return importerOf(context)
      .apply(records)
      .catch((error: unknown) => {
        throw (error as Error).cause ?? error;
      });
  },
});

const record = (period: { readonly checkinOpensAt: number; readonly noShowAt: number }, name: string) => ({
  bookingId: 'desk',
  userId: user.userId,
  kind: 'position',
  name,
  checkinOpensAt: formatDateTime(period.checkinOpensAt),
  noShowAt: formatDateTime(period.noShowAt),
});

const bookingImporter = ({ users, bookings, now }: ActorContext) =>
  makeBookingImporter({ users, bookings, now, by: { actor: administrator, now } }, { companyId: company });

/** Moves the desk to the afternoon, so that a check-in at noon is outside its period. */
const move = syncing(
  'move',
  [record({ checkinOpensAt: NOON + HOUR, noShowAt: NOON + 2 * HOUR }, 'Desk 1')],
  bookingImporter,
);
const rename = (name: string) =>
  syncing(name, [record({ checkinOpensAt: NOON - HOUR, noShowAt: NOON + HOUR }, name)], bookingImporter);

/** Moves the desk to the afternoon and back, and so removes a check-in at noon. */
const moveAndBack: Actor = {
  ...syncing(
    'move-and-back',
    [
      record({ checkinOpensAt: NOON + HOUR, noShowAt: NOON + 2 * HOUR }, 'Desk 1'),
      record({ checkinOpensAt: NOON - HOUR, noShowAt: NOON + HOUR }, 'Desk 1'),
    ],
    bookingImporter,
  ),
  willRepeat: false,
};
/** Cancels the desk, and books another one under the same id. */
const replace: Actor = {
  ...syncing(
    'replace',
    [
      { bookingId: 'desk', userId: user.userId, deleted: true },
      record({ checkinOpensAt: NOON - HOUR, noShowAt: NOON + HOUR }, 'Desk 2'),
    ],
    bookingImporter,
  ),
  willRepeat: false,
};

const removeUser = syncing('remove', [{ id: user.userId, deleted: true }], ({ users, bookings, log, now }) =>
  makeUserImporter({ users, removeUser: makeRemoveUser({ users, bookings, log, actor: administrator, now }) }, company),
);

const hasSucceeded = ({ attempts }: RunRecord, actor: string): boolean =>
  attempts[actor]?.some(({ end }) => end === 'succeeded') === true;

type Write = RunRecord['environment']['journal'][number];

const isUndo = ({ before, after }: Write): boolean =>
  before?.['checkin'] !== undefined && after?.['checkin'] === undefined && after !== undefined;
const isByHand = ({ before, after }: Write): boolean =>
  before?.['checkin'] === undefined && (after?.['checkin'] as { by?: unknown } | undefined)?.by !== undefined;
const isCancellation = ({ table, before, after }: Write): boolean =>
  table === 'bookings' && before !== undefined && after === undefined;
/** What an administrator did and the entries about it are the same, wherever the request was cut. */
const judgeAdminLog =
  (action: string, isDone: (write: Write) => boolean) =>
  ({ environment: { database, journal } }: RunRecord): Violation[] => {
    const done = journal.filter(isDone).length;
    const entries = database.items('auditLog').filter((entry) => entry['action'] === action).length;
    return done === entries
      ? []
      : [{ invariant: 'the log records what happened', detail: `${action}: ${done} times, ${entries} entries` }];
  };

/** A removed user has a tombstone, and the removal an entry. */
const judgeRemovalLog = ({ environment: { database } }: RunRecord): Violation[] => {
  const tombstones = database
    .items('users')
    .filter(({ id, userId }) => id === undefined && userId === undefined).length;
  const entries = database.items('auditLog').filter(({ action }) => action === 'users.remove').length;
  return tombstones === entries
    ? []
    : [{ invariant: 'the log records what happened', detail: `${tombstones} removals, ${entries} entries` }];
};

/** After a removal, nothing of the user is left. */
const judgeRemoval = (run: RunRecord): Violation[] => {
  if (!run.isSettled) return [];
  const { database } = run.environment;
  return findLeftovers([
    ...bookingsOf(run),
    ...database.items('checkinLog').filter(({ kind, userId }) => kind === 'checkin' && userId === user.userId),
    ...database.items('users').filter(({ userId }) => userId === user.userId),
  ]);
};

/** An undo takes one check-in away, and says so. */
const judgeUndo = (run: RunRecord): Violation[] => {
  const undone = run.environment.journal.filter(isUndo).length;
  const isRefused = run.attempts['undo']?.some(({ end }) => end === 'refused') === true;
  return [
    ...(hasSucceeded(run, 'undo') && undone !== 1
      ? [{ invariant: 'an undo that is acknowledged took one check-in away', detail: `${undone} were` }]
      : []),
    ...(isRefused && undone > 0
      ? [{ invariant: 'what an administrator did is acknowledged', detail: 'the undo was done, and refused' }]
      : []),
  ];
};

const judgeByHand = (run: RunRecord): Violation[] => {
  const made = run.environment.journal.filter(isByHand).length;
  return hasSucceeded(run, 'by-hand') && made !== 1
    ? [{ invariant: 'a check-in by hand that is acknowledged is there', detail: `${made} were made` }]
    : [];
};

const judgeCancellation = (run: RunRecord): Violation[] =>
  hasSucceeded(run, 'cancel') && bookingsOf(run).length > 0
    ? [{ invariant: 'what is cancelled is gone', detail: 'desk is there' }]
    : [];

/** Gates, administrators and booking systems change the same booking. */
export const byHandScenarios: readonly Scenario[] = [
  {
    name: 'undo',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north', isKeyless: true }), undo, swipe({ name: 'south', isKeyless: true })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeAll(
      judgeCheckins(keyless('north'), keyless('south')),
      judgeUndo,
      judgeAdminLog('checkins.undo', isUndo),
    ),
  },
  {
    name: 'undo-and-repeat',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), undo],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeAll(judgeCheckins(keyed('north')), judgeUndo, judgeAdminLog('checkins.undo', isUndo)),
  },
  {
    name: 'undo-of-another',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), undo, swipe({ name: 'south' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    // A write of a request that was received before the undo could arrive after the response to its repeat.
    hasNoLateWrites: true,
    maxCalls: 20,
    judge: judgeAll(judgeCheckins(keyed('north'), keyed('south')), judgeUndo, judgeAdminLog('checkins.undo', isUndo)),
  },
  {
    name: 'batch-undo-and-repeat',
    prepare: prepareCompany(booking('desk')),
    actors: [batch('reader', ['first', 'second']), undo],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    // A write of a request that was received before the undo could arrive after the response to its repeat.
    hasNoLateWrites: true,
    maxCalls: 30,
    judge: judgeAll(
      judgeCheckins(...itemsOf('reader', 'first', 'second')),
      judgeUndo,
      judgeAdminLog('checkins.undo', isUndo),
    ),
  },
  {
    name: 'undo-and-by-hand',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), undo, add],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    // A write of a request that was received before the undo could arrive after the response to its repeat.
    hasNoLateWrites: true,
    maxCalls: 20,
    judge: judgeAll(
      judgeCheckins(keyed('north')),
      judgeUndo,
      judgeByHand,
      judgeAdminLog('checkins.undo', isUndo),
      judgeAdminLog('checkins.add', isByHand),
    ),
  },
  {
    name: 'check-in-by-hand',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), add],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 20,
    judge: judgeAll(judgeCheckins(keyed('north')), judgeByHand, judgeAdminLog('checkins.add', isByHand)),
  },
  {
    name: 'cancel',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), cancel],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeAll(judgeCheckins(keyed('north')), judgeCancellation, judgeAdminLog('bookings.cancel', isCancellation)),
  },
  {
    name: 'move',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), move],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 30,
    judge: judgeCheckins(keyed('north')),
  },
  {
    name: 'move-and-back',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), moveAndBack, swipe({ name: 'south', isKeyless: true })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    // A write of a request that was received before the move could arrive after the response to its repeat.
    hasNoLateWrites: true,
    maxCalls: 40,
    judge: judgeCheckins(keyed('north'), keyless('south')),
  },
  {
    name: 'replace',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), replace],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 2,
    smallFaults: 0,
    // As above.
    hasNoLateWrites: true,
    maxCalls: 40,
    judge: judgeCheckins(keyed('north')),
  },
  {
    name: 'two-syncs',
    prepare: prepareCompany(),
    actors: [rename('Desk 1'), rename('Desk 2'), swipe({ name: 'north' })],
    meetIn: ['bookings', 'checkinAttempts'],
    faults: 1,
    smallFaults: 0,
    // As above: the clock stands still, so the booking counts as created after the first request was received.
    hasNoLateWrites: true,
    maxCalls: 40,
    judge: judgeCheckins(keyed('north')),
  },
  {
    name: 'remove-user',
    prepare: prepareCompany(booking('desk')),
    actors: [swipe({ name: 'north' }), removeUser],
    meetIn: ['bookings', 'checkinAttempts', 'users', 'checkinLog', 'auditLog', 'auditDetails'],
    faults: 1,
    smallFaults: 0,
    interruptions: 3,
    maxCalls: 40,
    judge: judgeAll(judgeRemoval, judgeRemovalLog),
  },
];
