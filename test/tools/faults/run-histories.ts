import pMap from 'p-map';
import type { Bench } from './bench.ts';
import { historyName } from './call-identity.ts';
import { mixFaults, type FaultPlan } from './fault-plan.ts';
import { planHistory, type HistoryPlan, type Mode } from './history-plan.ts';
import type { HistoryRecord } from './history-record.ts';
import { rotateKeys } from './rotate-keys.ts';
import { runHistory } from './run-history.ts';
import type { Violation } from '../invariants/violation.ts';
import { findPushViolations, findUndecided, findViolations } from './violations.ts';

/** What was run, and what went wrong. */
export interface RunResult {
  readonly histories: number;
  readonly requests: number;
  /** Requests that were sent again with their key. */
  readonly repeats: number;
  readonly withoutResponse: number;
  readonly unavailable: number;
  readonly checkedIn: number;
  /** The actions in addition to the check-ins, by kind: how many were acknowledged at least once. */
  readonly actions: Readonly<Record<string, number>>;
  readonly pushes: number;
  readonly slowestMilliseconds: number;
  /** How often a history was run again, alone, because a time-out had left it undecided. */
  readonly rerun: number;
  /** What could not be decided in the end. */
  readonly undecided: readonly string[];
  /** In the order of the histories; each with the command that repeats it. */
  readonly failures: readonly string[];
  /** The names of the broken invariants. */
  readonly broken: ReadonlySet<string>;
}

/** A history to run. */
export interface Planned {
  readonly plan: HistoryPlan;
  readonly name: string;
  readonly faults: FaultPlan;
  /** The command that repeats it. */
  readonly command: string;
}

interface Judged {
  readonly planned: Planned;
  readonly record: HistoryRecord;
  readonly isIndexStale: boolean;
  readonly violations: readonly Violation[];
  /** What could not be decided. */
  readonly undecided: readonly string[];
}

const ALIVE = 'the service does not end by itself';

/** Waits until all pushes are delivered. If one was given up after its retries, missing pushes are not a violation. */
const judgePushes = async (judged: readonly Judged[], bench: Bench): Promise<Judged[]> => {
  const isGivenUp = await bench.settlePushes();
  return judged.map((one) => {
    const found = findPushViolations(one.record, bench.pushes, one.isIndexStale);
    if (!isGivenUp) return { ...one, violations: [...one.violations, ...found] };
    return { ...one, undecided: [...one.undecided, ...found.map(({ detail }) => detail)] };
  });
};

const describe = ({ planned, record, violations }: Judged): string =>
  [
    ...violations.map(({ invariant, detail }) => `BROKEN: ${invariant}\n    ${detail}`),
    ...record.calls.filter(({ fault }) => fault !== 'none').map(({ text, fault }) => `  ${fault}: ${text}`),
    `  again: ${planned.command}`,
  ].join('\n');

const RERUNS = 3;
/** Few at a time, because most histories are undecided for lack of time. */
const RERUNS_AT_ONCE = 4;

/** A history that could not be run to its end, such as when the machine was too busy to prepare its data. */
const toUnfinished = (planned: Planned, error: unknown): Judged => {
  const none = { companyId: '', clientId: '', bookings: [], checkinIds: new Map<string, string>() };
  const wrongType = { startedAt: 0, endedAt: 0, loggedInAt: 0, faults: [] };
  return {
    planned,
    record: { plan: planned.plan, own: none, twin: none, swipes: [], actions: [], wrongType, calls: [] },
    isIndexStale: true,
    violations: [],
    undecided: [`the bench failed: ${error instanceof Error ? error.stack : String(error)}`],
  };
};

const runOne = async (planned: Planned, bench: Bench): Promise<Judged> => {
  const { plan, name, faults } = planned;
  try {
    const record = await runHistory(plan, name, faults, bench);
    const isIndexStale = record.calls.some(({ fault }) => fault === 'stale');
    const violations = findViolations(record, isIndexStale);
    return { planned, record, isIndexStale, violations, undecided: findUndecided(record) };
  } catch (error) {
    bench.stopFaults(name);
    return toUnfinished(planned, error);
  }
};

const runOnce = async (all: readonly Planned[], concurrency: number, bench: Bench): Promise<Judged[]> =>
  judgePushes(await pMap(all, (planned) => runOne(planned, bench), { concurrency }), bench);

const isUndecided = ({ violations, undecided }: Judged): boolean => violations.length === 0 && undecided.length > 0;

/** Runs undecided histories again, a few at a time. @returns all histories, in their order, and how many were run again */
const decide = async (first: readonly Judged[], concurrency: number, bench: Bench) => {
  let judged = [...first];
  let rerun = 0;
  for (let reruns = 1; reruns <= RERUNS && judged.some(isUndecided); reruns += 1) {
    const again = judged.filter(isUndecided).map(({ planned }) => ({
      ...planned,
      name: planned.name.replace(/(again\d)?H$/, `again${reruns}H`),
    }));
    rerun += again.length;
    const decided = await runOnce(again, Math.min(concurrency, RERUNS_AT_ONCE), bench);
    judged = judged.map((one) => (isUndecided(one) ? (decided.shift() as Judged) : one));
  }
  return { judged, rerun };
};

const countActions = (judged: readonly Judged[]): Record<string, number> => {
  const done = judged.flatMap(({ record }) =>
    record.actions.filter(({ acknowledged, refreshes }) => acknowledged + refreshes.length > 0),
  );
  const byKind = Map.groupBy(done, ({ action }) => action.kind);
  return Object.fromEntries([...byKind].map(([kind, { length }]) => [kind, length]));
};

export const runAll = async (all: readonly Planned[], concurrency: number, bench: Bench): Promise<RunResult> => {
  const { judged, rerun } = await decide(await runOnce(all, concurrency, bench), concurrency, bench);
  const responses = judged.flatMap(({ record }) => record.swipes.flatMap((swipe) => swipe.responses));
  const swipes = judged.flatMap(({ record }) => record.swipes);
  const failed = judged.filter(({ violations }) => violations.length > 0);
  const bookings = judged.flatMap(({ record }) => [...record.own.bookings, ...record.twin.bookings]);
  return {
    histories: judged.length,
    requests: responses.length,
    repeats: responses.length - swipes.length,
    withoutResponse: responses.filter(({ status }) => status === undefined).length,
    unavailable: responses.filter(({ status }) => status === 503).length,
    checkedIn: bookings.filter(({ checkin }) => checkin).length,
    actions: countActions(judged),
    pushes: bench.pushes.length,
    slowestMilliseconds: responses.reduce((most, { startedAt, endedAt }) => Math.max(most, endedAt - startedAt), 0),
    rerun,
    undecided: judged
      .filter(isUndecided)
      .map(({ planned, undecided }) => `UNDECIDED: ${undecided.join('\n    ')}\n  again: ${planned.command}`),
    failures: [...failed.map(describe), ...bench.crashes.map((stderr) => `BROKEN: ${ALIVE}\n${stderr}`)],
    broken: new Set([
      ...failed.flatMap(({ violations }) => violations.map(({ invariant }) => invariant)),
      ...(bench.crashes.length > 0 ? [ALIVE] : []),
    ]),
  };
};

/** Many run at a time in one service; only one if the clock moves, because that affects all of them. */
export const atOnce: Readonly<Record<Mode, number>> = { wire: 8, large: 1, kill: 8, clock: 1 };

/** Histories made from consecutive seeds. If the clock moves, two operators rotate the signing keys first. */
export const runHistories = async (mode: Mode, firstSeed: number, count: number, bench: Bench): Promise<RunResult> => {
  const all = Array.from({ length: count }, (_, index): Planned => {
    const seed = firstSeed + index;
    return {
      plan: planHistory(seed, mode),
      name: historyName(seed, mode),
      faults: mixFaults(seed, mode === 'kill'),
      command: `npm run test:faults -- --mode ${mode} --seed ${seed} --histories 1`,
    };
  });
  const ofKeys = mode === 'clock' ? await rotateKeys(bench) : [];
  const result = await runAll(all, atOnce[mode], bench);
  return {
    ...result,
    failures: [...ofKeys.map(({ invariant, detail }) => `BROKEN: ${invariant}\n    ${detail}`), ...result.failures],
    broken: new Set([...result.broken, ...ofKeys.map(({ invariant }) => invariant)]),
  };
};
