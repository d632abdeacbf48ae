import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Bench } from './bench.ts';
import { historyName } from './call-identity.ts';
import { breakOnce, faultKinds, mixFaults, noFault, type FaultPlan } from './fault-plan.ts';
import { NOON, planHistory, type HistoryPlan, type Mode } from './history-plan.ts';
import type { HistoryStory } from './history-story.ts';
import { runHistory } from './run-history.ts';
import { findPushViolations, findViolations, type Violation } from './violations.ts';

/** What was run, and what went wrong. */
export interface CampaignResult {
  readonly histories: number;
  readonly requests: number;
  /** Requests that were sent again with their key. */
  readonly repeats: number;
  readonly unanswered: number;
  readonly unavailable: number;
  readonly checkedIn: number;
  readonly pushes: number;
  readonly slowestMilliseconds: number;
  /** In the order of the histories; each says how to see it again. */
  readonly failures: readonly string[];
  /** The names of what did not hold. */
  readonly broken: ReadonlySet<string>;
}

interface Planned {
  readonly plan: HistoryPlan;
  readonly name: string;
  readonly faults: FaultPlan;
  /** How to see it again. */
  readonly command: string;
}

interface Judged {
  readonly planned: Planned;
  readonly story: HistoryStory;
  readonly isIndexStale: boolean;
  readonly violations: readonly Violation[];
}

const ALIVE = 'the service does not end by itself';

/**
 * A push waits 100 ms for the last booking, and for SNS after each failure half a second more, then a second, then two …
 */
const PUSHED_WITHIN_MILLISECONDS = 120_000;

const judgePushes = async (judged: readonly Judged[], bench: Bench): Promise<Judged[]> => {
  const end = performance.now() + PUSHED_WITHIN_MILLISECONDS;
  for (;;) {
    const all = judged.map(({ story, isIndexStale }) => findPushViolations(story, bench.pushes, isIndexStale));
    if (all.every((found) => found.length === 0) || performance.now() > end)
      return judged.map((one, index) => ({ ...one, violations: [...one.violations, ...(all[index] ?? [])] }));
    await sleep(100);
  }
};

const describe = ({ planned, story, violations }: Judged): string =>
  [
    ...violations.map(({ invariant, detail }) => `NOT SO: ${invariant}\n    ${detail}`),
    ...story.calls.filter(({ fault }) => fault !== 'none').map(({ words, fault }) => `  ${fault}: ${words}`),
    `  again: ${planned.command}`,
  ].join('\n');

const runAll = async (all: readonly Planned[], concurrency: number, bench: Bench): Promise<CampaignResult> => {
  const runOne = async (planned: Planned): Promise<Judged> => {
    const story = await runHistory(planned.plan, planned.name, planned.faults, bench);
    const isIndexStale = story.calls.some(({ fault }) => fault === 'stale');
    return { planned, story, isIndexStale, violations: findViolations(story, isIndexStale) };
  };
  const judged = await judgePushes(await pMap(all, runOne, { concurrency }), bench);
  const answers = judged.flatMap(({ story }) => story.swipes.flatMap((swipe) => swipe.answers));
  const swipes = judged.flatMap(({ story }) => story.swipes);
  const failed = judged.filter(({ violations }) => violations.length > 0);
  const bookings = judged.flatMap(({ story }) => [...story.own.bookings, ...story.twin.bookings]);
  return {
    histories: judged.length,
    requests: answers.length,
    repeats: answers.length - swipes.length,
    unanswered: answers.filter(({ status }) => status === undefined).length,
    unavailable: answers.filter(({ status }) => status === 503).length,
    checkedIn: bookings.filter(({ checkin }) => checkin).length,
    pushes: bench.pushes.length,
    slowestMilliseconds: Math.max(0, ...answers.map(({ milliseconds }) => milliseconds)),
    failures: [...failed.map(describe), ...bench.crashes.map((stderr) => `NOT SO: ${ALIVE}\n${stderr}`)],
    broken: new Set([
      ...failed.flatMap(({ violations }) => violations.map(({ invariant }) => invariant)),
      ...(bench.crashes.length > 0 ? [ALIVE] : []),
    ]),
  };
};

/** Many at a time in one service; moving its clock is everybody's business, and one history's at a time. */
const atOnce: Readonly<Record<Mode, number>> = { wire: 24, large: 1, kill: 8, clock: 1 };

/** Histories that their seeds decide, one after another from the first. */
export const runHistories = (mode: Mode, firstSeed: number, count: number, bench: Bench): Promise<CampaignResult> => {
  const all = Array.from({ length: count }, (_, index): Planned => {
    const seed = firstSeed + index;
    return {
      plan: planHistory(seed, mode),
      name: historyName(seed, mode),
      faults: mixFaults(seed, mode === 'kill'),
      command: `npm run test:faults -- --mode ${mode} --seed ${seed} --histories 1`,
    };
  });
  return runAll(all, atOnce[mode], bench);
};

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
        identifiers: [identifier],
        at: NOON,
        notify: true,
        hasKey: true,
        tries: 2,
      },
    ],
  ],
});

/** Each kind of fault at every single call of a check-in, and of its push, in turn. */
export const runSweep = async (bench: Bench): Promise<CampaignResult> => {
  const planned: Planned[] = [];
  const command = 'npm run test:faults -- --mode sweep';
  for (const identifier of ['id', 'email'] as const) {
    const plan = sweepPlan(identifier);
    const name = historyName(0, `well${identifier}`);
    const { calls } = await runHistory(plan, name, noFault, bench);
    for (const fault of faultKinds) {
      for (const [index, { words, before }] of calls.entries()) {
        const one = historyName(0, `${identifier}${fault}${index}`);
        planned.push({ plan, name: one, faults: breakOnce(fault, words, before), command });
      }
    }
  }
  return runAll(planned, atOnce.wire, bench);
};
