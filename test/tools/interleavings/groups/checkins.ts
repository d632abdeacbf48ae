import { DAY, formatDateTime, HOUR } from '../../../../shared/domain/instant.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../../../shared/rules/bookings.ts';
import { addCheckin, cancelBooking, undoCheckin } from '../../../../shared/use-cases/bookings/change-booking.ts';
import type { CheckinResponse } from '../../invariants/checkin-invariants.ts';
import type { Findings } from '../../invariants/violation.ts';
import { attemptsOf, moveClock, valuesOf, type Group, type Run } from '../actor.ts';
import { administer, prepareCompany, user } from '../company.ts';
import { batch, swipe } from '../gates.ts';
import { syncing } from '../sync.ts';
import { NOON } from '../world.ts';
import { disable } from './clients.ts';

const desk = { user, bookingId: 'desk' };

const record = (hours: number, name = 'Desk', bookingId = 'desk') => ({
  bookingId,
  userId: user.userId,
  kind: 'position',
  name,
  checkinOpensAt: formatDateTime(NOON + hours * HOUR),
  noShowAt: formatDateTime(NOON + (hours + 2) * HOUR),
});
/** Hours from noon to the start of a period that is open at noon. */
const NOW = -1;
/** Hours from noon to the start of a period that is not open at noon. */
const LATER = 1;

const deleted = { bookingId: 'desk', userId: user.userId, deleted: true };
/** For requests that are not retried, because a retry would remove check-ins made after the first request. */
const sentOnce = { retries: undefined, forbidsLateCheckins: true } as const;
const moveAndBack = syncing('move-and-back', 'bookings', [record(LATER), record(NOW)], sentOnce);

const changes = [
  administer('undo', (context) => undoCheckin(context, desk, 'wrong person')),
  administer('by-hand', (context) => addCheckin(context, desk, { reason: 'forgot the badge', at: NOON })),
  administer('cancel', (context) => cancelBooking(context, desk)),
  syncing('move', 'bookings', [record(LATER)]),
  moveAndBack,
  syncing('replace', 'bookings', [deleted, record(NOW, 'Desk 2')], sentOnce),
  syncing('bulk', 'bookings', [record(NOW, 'Desk 3'), record(NOW, 'Desk 4', 'other')], { forbidsLateCheckins: true }),
];

/** Checks that a booking that no other request changes stays where the last of two moves put it. */
const judgeMoves = (run: Run): Findings => {
  const isAlone = run.actors.filter((actor) => changes.includes(actor)).length === 1;
  const isBack = run.world.database.items('bookings').some(({ noShowAt }) => noShowAt === NOON + HOUR);
  const hasMoved = valuesOf(attemptsOf(run, moveAndBack.name)).length > 0;
  return { 'records are applied in their order': isAlone && hasMoved && !isBack ? ['moved, but not back'] : [] };
};

const north = swipe('north');
const keyless = swipe('keyless', { isKeyless: true });

/** A swipe with the same key as the other, so that it counts as a new check-in if it arrives after the key has expired. */
const once = (name: string) => ({ ...swipe(name, { key: 'key', isSentOnce: true }), swipes: [] });

const judgeExpiry = (run: Run): Findings => {
  const [{ checkin } = {}] = run.world.database.items('bookings') as { checkin?: { requestId: string } }[];
  const isFirstEarly = attemptsOf(run, 'first').some(({ succeededBefore }) => !succeededBefore.includes('clock'));
  const counts = attemptsOf(run, 'late').flatMap(({ end, requestId, succeededBefore, value }) => {
    const isExpired = isFirstEarly && ['first', 'clock'].every((name) => succeededBefore.includes(name));
    if (end !== 'succeeded' || !isExpired) return [];
    const [{ count }] = value as [CheckinResponse];
    return count === Number(checkin?.requestId === requestId) ? [] : [`counted ${count}`];
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
      batch('reader', 'north', 'second'),
      moveClock('day', DAY),
      moveClock('day-back', -DAY),
    ],
  },
  {
    name: 'changes',
    prepare: prepareCompany('desk'),
    actors: [keyless, swipe('south'), batch('reader', 'first', 'second'), ...changes, disable],
    always: [north],
    size: [1, 2],
    judge: judgeMoves,
  },
  {
    name: 'expiry',
    prepare: prepareCompany('desk'),
    actors: [once('first'), moveClock('clock', IDEMPOTENCY_KEY_HOURS * HOUR + 1_000), once('late')],
    size: [3, 3],
    judge: judgeExpiry,
  },
];
