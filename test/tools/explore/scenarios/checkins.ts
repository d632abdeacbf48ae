import { IDEMPOTENCY_KEY_HOURS } from '../../../../shared/rules/bookings.ts';
import type { Findings } from '../../invariants/violation.ts';
import { HOUR } from '../environment.ts';
import {
  attemptsOf,
  everyPair,
  makeScenario,
  type Actor,
  type ActorContext,
  type RunRecord,
  type Scenario,
} from '../scenario.ts';
import { moveClock, timeToLive } from './clock.ts';
import { booking, prepareCompany } from './company.ts';
import { batch, swipe } from './gate-actors.ts';

const north = swipe('north');
const south = swipe('south');
const retry = swipe('retry', { key: 'north' });
const keyless = swipe('keyless', { isKeyless: true, byUid: true });
const details = swipe('details', { details: true });
const reader = batch('reader', 'north', 'second');

const sharedTables = ['bookings', 'checkinAttempts'] as const;
const prepare = prepareCompany(booking('desk'));
const prepareTwo = prepareCompany(booking('desk'), booking('parking', { kind: 'parking' }));

/**
 * Two requests with the same key. If the second one arrives after the key has expired, it counts as a new check-in, whether or
 * not time to live has deleted the key.
 */
const [first, late] = ['first', 'late'].map((name) => {
  const { swipes: _, request, ...actor } = swipe(name, { key: 'key', isSentOnce: true });
  const arrive = (context: ActorContext) => context.call('the request arrives', () => undefined, false);
  return { ...actor, request: (context: ActorContext) => arrive(context).then(() => request(context)) };
}) as [Actor, Actor];

const judgeExpiry = (run: RunRecord): Findings => {
  const [{ checkin } = {}] = run.environment.database.items('bookings') as { checkin?: { requestId: string } }[];
  const isFirstEarly = attemptsOf(run, first.name).some(({ succeededBefore }) => !succeededBefore.includes('clock'));
  const counts = attemptsOf(run, late.name).flatMap((attempt) => {
    const isExpired = isFirstEarly && [first.name, 'clock'].every((name) => attempt.succeededBefore.includes(name));
    if (attempt.end !== 'succeeded' || !isExpired) return [];
    const { count } = attempt.value as { count: number };
    return count === Number(checkin?.requestId === attempt.requestId) ? [] : [`counted ${count}`];
  });
  return { 'a key is forgotten after 72 hours': counts };
};

/** Check-ins of one user at several gates at once. */
export const checkinScenarios: readonly Scenario[] = [
  ...everyPair('gates', { prepare, sharedTables, faults: 1 }, [north, retry, keyless, details, reader]),
  ...everyPair('two-bookings', { prepare: prepareTwo, sharedTables, faults: 1 }, [north, retry, keyless]),
  makeScenario('gates', { prepare, sharedTables, faults: 1 }, [north, south, swipe('east', { isKeyless: true })]),
  makeScenario('expiry', { prepare, sharedTables: 'everything', faults: 0, judge: judgeExpiry }, [
    first,
    moveClock('clock', IDEMPOTENCY_KEY_HOURS * HOUR + 1_000),
    timeToLive,
    late,
  ]),
];
