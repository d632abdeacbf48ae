import type { Problem } from '../../support/faulty-database.ts';
import type { Bench } from './bench.ts';
import { historyName } from './call-identity.ts';
import { breakOnce, faultKinds, noFault } from './fault-plan.ts';
import { NOON, type HistoryPlan, type Swipe } from './history-plan.ts';
import type { RecordedCall } from './fault-injector.ts';
import { actionKinds, type ActionKind } from './planned-action.ts';
import { atOnce, runAll, type Planned, type RunResult } from './run-histories.ts';
import { runHistory } from './run-history.ts';

const HOUR = 60 * 60_000;

/** Three bookings and one badge, repeated with its key. */
const sweepPlan = (identifier: 'id' | 'email'): HistoryPlan => ({
  seed: 0,
  mode: 'wire',
  bookings: [1, 2, 3].map((index) => ({
    bookingId: `booking-${index}`,
    checkinOpensAt: NOON - HOUR,
    noShowAt: NOON + HOUR + index,
  })),
  rounds: [
    [
      {
        name: 'swipe-1',
        isTwin: false,
        person: 0,
        identifiers: [identifier],
        at: NOON,
        notify: true,
        hasKey: true,
        isBatched: false,
        tries: 2,
      },
    ],
  ],
  actions: [],
});

/** Two people with the same bookings and one more, which opens between the two swipes of each in a batch. */
const batchSweepPlan = (): HistoryPlan => {
  const { bookings, rounds, ...plan } = sweepPlan('email');
  const later = { bookingId: 'booking-4', checkinOpensAt: NOON + 1, noShowAt: NOON + HOUR };
  const swipes = rounds.flat().flatMap((swipe) =>
    [0, 1].flatMap((person) => [
      { ...swipe, person, isBatched: true, name: `swipe-${person}-1` },
      { ...swipe, person, isBatched: true, name: `swipe-${person}-2`, at: NOON + 1 },
    ]),
  );
  return { ...plan, bookings: [...bookings, later], rounds: [swipes] };
};

const affectedBookings: Partial<Record<ActionKind, string>> = {
  undo: 'booking-3',
  cancel: 'booking-2',
  'check-in-by-hand': 'booking-4',
};

/** Check-ins of two users, then an action and another check-in at the same time. */
const actionSweepPlan = (kind: ActionKind): HistoryPlan => {
  const { rounds, bookings, ...plan } = sweepPlan('id');
  const [swipe] = rounds.flat() as [Swipe];
  const later = { bookingId: 'booking-4', checkinOpensAt: NOON + 1, noShowAt: NOON + HOUR };
  const others = ['swipe-other', 'swipe-later'].map((name) => ({ ...swipe, name, person: 1 })) as [Swipe, Swipe];
  const person = kind === 'remove-user' ? 1 : 0;
  return {
    ...plan,
    bookings: [...bookings, later],
    rounds: [[swipe, others[0]], [others[1]]],
    actions: [{ kind, round: 1, person, bookingId: affectedBookings[kind] ?? 'booking-1' }],
  };
};

/** What is swept, and with which faults. */
interface Sweep {
  readonly plan: HistoryPlan;
  readonly faults: readonly Problem[];
}

/** A call of an action is only lost after its work, because the SDK repeats the others before they have an effect. */
const sweeps: Readonly<Record<string, Sweep>> = {
  id: { plan: sweepPlan('id'), faults: faultKinds },
  email: { plan: sweepPlan('email'), faults: faultKinds },
  batch: { plan: batchSweepPlan(), faults: faultKinds },
  ...Object.fromEntries(
    actionKinds.map((kind): [string, Sweep] => [
      kind.replaceAll('-', ''),
      { plan: actionSweepPlan(kind), faults: ['lose'] },
    ]),
  ),
};

const identityOf = ({ text, before }: RecordedCall): string => `${before} ${text}`;

/** The calls of a history without a fault; if it has an action, only those that the same check-ins alone do not make. */
const findCalls = async (name: string, plan: HistoryPlan, bench: Bench): Promise<readonly RecordedCall[]> => {
  const { calls } = await runHistory(plan, historyName(0, `baseline${name}`), noFault, bench);
  if (plan.actions.length === 0) return calls;
  const checkinsOnly = { ...plan, actions: [] };
  const known = await runHistory(checkinsOnly, historyName(0, `checkins${name}`), noFault, bench);
  const ofCheckins = new Set(known.calls.map(identityOf));
  return calls.filter((call) => !ofCheckins.has(identityOf(call)));
};

/**
 * A fault at each call of a check-in, a batch, their pushes, and of every action, in turn; and each of these without a fault.
 * @param most as many histories at most, spread over all; default: all
 */
export const runSweep = async (bench: Bench, most = Infinity): Promise<RunResult> => {
  const withoutFault: Planned[] = [];
  const planned: Planned[] = [];
  const command = 'npm run test:faults -- --mode sweep';
  for (const [kind, { plan, faults }] of Object.entries(sweeps)) {
    const calls = await findCalls(kind, plan, bench);
    withoutFault.push({ plan, name: historyName(0, `${kind}none`), faults: noFault, command });
    for (const fault of faults) {
      for (const [index, { text, before }] of calls.entries()) {
        const one = historyName(0, `${kind}${fault}${index}`);
        planned.push({ plan, name: one, faults: breakOnce(fault, text, before), command });
      }
    }
  }
  const step = Math.ceil(planned.length / most) || 1;
  const chosen = planned.filter((_, index) => index % step === 0);
  return runAll([...withoutFault, ...chosen], atOnce.wire, bench);
};
