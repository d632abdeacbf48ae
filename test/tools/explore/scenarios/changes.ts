import { formatDateTime } from '../../../../shared/domain/instant.ts';
import { addCheckin, cancelBooking, undoCheckin } from '../../../../shared/use-cases/bookings/change-booking.ts';
import { HOUR, NOON } from '../environment.ts';
import { makeScenario, everyPair, type Actor, type Scenario } from '../scenario.ts';
import { administer, booking, prepareCompany, user } from './company.ts';
import { batch, swipe } from './gate-actors.ts';
import { importing, syncing } from './import-actors.ts';
import { disable } from './client-actors.ts';

const desk = { user, bookingId: 'desk' };

const record = (hours: number, name?: string, bookingId = 'desk') => ({
  bookingId,
  userId: user.userId,
  kind: 'position',
  ...(name && { name }),
  checkinOpensAt: formatDateTime(NOON + hours * HOUR),
  noShowAt: formatDateTime(NOON + (hours + 2) * HOUR),
});
/** Hours from noon to the start of a period that is open at noon. */
const NOW = -1;
/** Hours from noon to the start of a period that is not open at noon. */
const LATER = 1;

const undo = administer('undo', (context) => undoCheckin(context, desk, 'wrong person'));
const add = administer('by-hand', (context) => addCheckin(context, desk, { reason: 'forgot the badge', at: NOON }));
const cancel = administer('cancel', (context) => cancelBooking(context, desk));
const move = syncing('move', 'bookings', [record(LATER)]);
/** Two moves in one request. It is not retried, because a retry would remove check-ins made after the first request. */
const moveAndBack = syncing('move-and-back', 'bookings', [record(LATER), record(NOW)], {
  willRetry: false,
  isChangeStored: ({ database }) => database.items('bookings').some(({ noShowAt }) => noShowAt === NOON + HOUR),
});
const deleted = { bookingId: 'desk', userId: user.userId, deleted: true };
const replace = syncing('replace', 'bookings', [deleted, record(NOW, 'Desk 2')], { willRetry: false });
/** Two bookings in one request, like a chunk of an import. */
const bulk = importing('bulk', 'bookings', [record(NOW, 'Desk 3'), record(NOW, 'Desk 4', 'other')]);

const changes = [undo, add, cancel, move, moveAndBack, replace, bulk, disable];

const north = swipe('north');
const keyless = swipe('keyless', { isKeyless: true });
const reader = batch('reader', 'first', 'second');

/**
 * Whether a change is explored without late writes, because of a known limit: if a gate sends a request before the change, and
 * the request's write arrives only after the response to the retry, the write checks in the changed booking.
 */
const excludesLateWrites = (change: Actor): boolean => [moveAndBack, replace, bulk].includes(change);

const rest = {
  prepare: prepareCompany(booking('desk')),
  sharedTables: ['bookings', 'checkinAttempts', 'apiClients'],
} as const;

const withGates = (change: Actor): Scenario[] => {
  const late = excludesLateWrites(change) && { hasNoLateWrites: true as const };
  return [
    makeScenario('changes', { ...rest, ...late, faults: 2 }, [north, change]),
    makeScenario('changes', { ...rest, faults: 1, hasNoLateWrites: true }, [reader, change]),
    makeScenario('changes', { ...rest, faults: 1, hasNoLateWrites: true }, [north, change, keyless]),
  ];
};

/** Gates, administrators and booking systems change the same booking. */
export const changeScenarios: readonly Scenario[] = [
  ...changes.flatMap(withGates),
  ...everyPair('both', { ...rest, faults: 1 }, [undo, add, cancel, move, bulk]),
  makeScenario('changes', { ...rest, faults: 1, hasNoLateWrites: true }, [north, undo, swipe('south')]),
  makeScenario('changes', { ...rest, faults: 1, hasNoLateWrites: true }, [north, undo, add]),
];
