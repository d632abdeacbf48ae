import { formatDateTime } from '../../../../shared/domain/instant.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../../../shared/rules/bookings.ts';
import { addCheckin, cancelBooking, undoCheckin } from '../../../../shared/use-cases/bookings/change-booking.ts';
import type { Findings } from '../../invariants/violation.ts';
import { attemptsOf, valuesOf, type Actor, type Context, type Group, type RunRecord } from '../actor.ts';
import { moveClock, timeToLive } from '../clock.ts';
import { administer, prepareCompany, user } from '../company.ts';
import { batch, swipe } from '../gates.ts';
import { importing, syncing } from '../imports.ts';
import { HOUR, NOON } from '../world.ts';
import { disable } from './clients.ts';

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
const moveAndBack = syncing('move-and-back', 'bookings', [record(LATER), record(NOW)], { retries: undefined });
const deleted = { bookingId: 'desk', userId: user.userId, deleted: true };
const replace = syncing('replace', 'bookings', [deleted, record(NOW, 'Desk 2')], { retries: undefined });
/** Two bookings in one request, like a chunk of an import. */
const bulk = importing('bulk', 'bookings', [record(NOW, 'Desk 3'), record(NOW, 'Desk 4', 'other')]);

const changes = [undo, add, cancel, move, moveAndBack, replace, bulk];

/** Checks that a booking that no other request changes stays where the last of two moves put it. */
const judgeMoves = (run: RunRecord): Findings => {
  const isAlone = run.actors.filter((actor) => changes.includes(actor)).length === 1;
  const isBack = run.world.database.items('bookings').some(({ noShowAt }) => noShowAt === NOON + HOUR);
  const hasMoved = valuesOf(attemptsOf(run, moveAndBack.name)).length > 0;
  return { 'records are applied in their order': isAlone && hasMoved && !isBack ? ['moved, but not back'] : [] };
};

const north = swipe('north');
const keyless = swipe('keyless', { isKeyless: true, byUid: true });

/**
 * Two requests with the same key. If the second one arrives after the key has expired, it counts as a new check-in, whether or
 * not time to live has deleted the key.
 */
const [first, late] = ['first', 'late'].map((name) => {
  const { swipes: _, request, ...actor } = swipe(name, { key: 'key', isSentOnce: true });
  const arrive = (context: Context) => context.call('the request arrives', () => undefined);
  return { ...actor, request: (context: Context) => arrive(context).then(() => request(context)) };
}) as [Actor, Actor];
const expiry = moveClock('clock', IDEMPOTENCY_KEY_HOURS * HOUR + 1_000);

const judgeExpiry = (run: RunRecord): Findings => {
  const [{ checkin } = {}] = run.world.database.items('bookings') as { checkin?: { requestId: string } }[];
  const isFirstEarly = attemptsOf(run, first.name).some(({ succeededBefore }) => !succeededBefore.includes('clock'));
  const counts = attemptsOf(run, late.name).flatMap((attempt) => {
    const isExpired = isFirstEarly && [first.name, 'clock'].every((name) => attempt.succeededBefore.includes(name));
    if (attempt.end !== 'succeeded' || !isExpired) return [];
    const { count } = attempt.value as { count: number };
    return count === Number(checkin?.requestId === attempt.requestId) ? [] : [`counted ${count}`];
  });
  return { 'a key is forgotten after 72 hours': counts };
};

/** Check-ins of one user at several gates at once, and changes of the bookings meanwhile. */
export const checkinGroups: readonly Group[] = [
  {
    name: 'gates',
    prepare: prepareCompany('desk', 'parking'),
    actors: [
      north,
      swipe('south'),
      swipe('retry', { key: 'north' }),
      keyless,
      swipe('details', { details: true }),
      batch('reader', 'north', 'second'),
    ],
  },
  {
    name: 'changes',
    prepare: prepareCompany('desk'),
    actors: [keyless, swipe('south'), batch('reader', 'first', 'second'), ...changes, disable],
    always: [north],
    size: [1, 2],
    hasNoLateWrites: true,
    judge: judgeMoves,
  },
  {
    name: 'late-writes',
    prepare: prepareCompany('desk'),
    actors: [undo, add, cancel, move, disable],
    always: [north],
    size: [1, 1],
  },
  { name: 'both', prepare: prepareCompany('desk'), actors: [undo, add, cancel, move, bulk], size: [2, 2] },
  {
    name: 'expiry',
    prepare: prepareCompany('desk'),
    actors: [first, expiry, timeToLive, late],
    size: [4, 4],
    judge: judgeExpiry,
  },
];
