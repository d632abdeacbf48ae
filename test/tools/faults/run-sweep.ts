import type { Problem } from '../../support/faulty-database.ts';
import type { Bench } from './bench.ts';
import { historyName } from './call-identity.ts';
import { breakOnce, faultKinds, noFault } from './fault-plan.ts';
import { NOON, type HistoryPlan, type Swipe } from './history-plan.ts';
import { actionKinds } from './planned-action.ts';
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

/** A check-in, then each action in a separate round, and a check-in of another user at the same time. */
const actionSweepPlan = (): HistoryPlan => {
  const { rounds, bookings, ...plan } = sweepPlan('id');
  const [swipe] = rounds.flat() as [Swipe];
  const later = { bookingId: 'booking-4', checkinOpensAt: NOON + 1, noShowAt: NOON + HOUR };
  const actions = actionKinds.map((kind, index) => ({
    kind,
    round: index + 1,
    person: kind === 'remove-user' ? 1 : 0,
    bookingId:
      { undo: 'booking-3', cancel: 'booking-2', 'check-in-by-hand': 'booking-4' }[kind as string] ?? 'booking-1',
  }));
  const other = { ...swipe, name: 'swipe-other', person: 1 };
  const others = actionKinds.map((kind) => [{ ...swipe, person: 1, name: `swipe-${kind}` }]);
  return { ...plan, bookings: [...bookings, later], rounds: [[swipe, other], ...others], actions };
};

/** What is swept, and with which faults: a call of an action is only lost after its work, because the SDK repeats the others before they have an effect. */
const sweeps: Readonly<Record<string, { readonly plan: HistoryPlan; readonly faults: readonly Problem[] }>> = {
  id: { plan: sweepPlan('id'), faults: faultKinds },
  email: { plan: sweepPlan('email'), faults: faultKinds },
  batch: { plan: batchSweepPlan(), faults: faultKinds },
  actions: { plan: actionSweepPlan(), faults: ['lose'] },
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
    const name = historyName(0, `baseline${kind}`);
    const { calls } = await runHistory(plan, name, noFault, bench);
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
