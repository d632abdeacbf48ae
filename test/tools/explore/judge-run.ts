import { toViolations, type Findings, type Violation } from '../invariants/violation.ts';
import type { RunState } from './run-state.ts';
import { attemptsOf, type Judge, type RunRecord } from './scenario.ts';
import { responsesOf } from './scenarios/gate-actors.ts';
import { judgeCheckins } from './scenarios/judge-checkins.ts';

type Ended = RunRecord['attempts'][number];

/** The codes with which an attempt, or items of its batch, were rejected. */
const refusalsOf = (attempt: Ended): string[] => {
  if (attempt.end === 'refused') return [attempt.code];
  return responsesOf(attempt).flatMap((one) =>
    'error' in one && one.error !== 'dependency_unavailable' ? [one.error] : [],
  );
};

/** Checks that no request is rejected without a reason, and that a rejected request has changed nothing. */
const judgeRefusals = (run: RunRecord): Findings => {
  const refused = run.attempts.filter((attempt) => refusalsOf(attempt).length > 0);
  const isExcused = (attempt: Ended): boolean =>
    attempt.actor.changes !== undefined ||
    run.attempts.some(({ actor }) => actor.excuses?.includes(attempt.actor.name)) ||
    (run.isStale && refusalsOf(attempt).every((code) => code === 'user_not_found'));
  const describe = (attempt: Ended): string => `${attempt.requestId}: ${refusalsOf(attempt).join()}`;
  return {
    'a refused request has changed nothing': refused
      .filter(({ end, requestId }) => end === 'refused' && run.environment.effects[requestId] !== undefined)
      .map(describe),
    'no request is refused without a reason': refused.filter((attempt) => !isExcused(attempt)).map(describe),
  };
};

const isServed = (attempt: Ended): boolean =>
  attempt.end === 'succeeded' && (!attempt.actor.swipes || responsesOf(attempt).some((one) => 'count' in one));

/** Checks that after an actor has successfully revoked the access of others, no request that they send is served. */
const judgeLossOfAccess = (run: RunRecord): Findings => ({
  'a request sent after the loss of access is not served': run.actors.flatMap(({ name, ends = [] }) =>
    ends
      .flatMap((other) => attemptsOf(run, other))
      .filter((attempt) => attempt.succeededBefore.includes(name) && isServed(attempt))
      .map(({ requestId }) => `${requestId} after ${name}`),
  ),
});

/** Checks that a response says what its request changed, and that the change stays. */
const judgeChanges = ({ attempts, environment }: RunRecord): Findings => ({
  'a response says what was changed': attempts.flatMap((attempt) => {
    const made = environment.effects[attempt.requestId] ?? 0;
    const acknowledged = attempt.end === 'succeeded' ? (attempt.actor.changes?.(attempt.value, made) ?? made) : made;
    return acknowledged === made ? [] : [`${attempt.requestId} acknowledged ${acknowledged} changes, and made ${made}`];
  }),
  'nothing acknowledged is lost': attempts.flatMap((attempt) => {
    const isLost = attempt.end === 'succeeded' && attempt.actor.isChangeStored?.(environment, attempt.value) === false;
    return isLost ? [attempt.requestId] : [];
  }),
});

/**
 * Checks the invariants of every scenario, and its own, at the end of a run. `audit-rule.ts` checks each write during the run.
 */
export const judgeRun = ({ scenario, environment, actors, isStale }: RunState, isSettled: boolean): Violation[] => {
  if (environment.violation) return [environment.violation];
  const attempts = actors.flatMap(({ actor, attempts: all }) => all.map((attempt) => ({ ...attempt, actor })));
  const run: RunRecord = { environment, actors: scenario.actors, attempts, isStale, isSettled };
  const { judge = () => ({}) } = scenario;
  const judges: readonly Judge[] = [judgeRefusals, judgeLossOfAccess, judgeChanges, judge];
  return [...judgeCheckins(run), ...judges.flatMap((one) => toViolations(one(run)))];
};
