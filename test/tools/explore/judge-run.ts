import type { Violation } from '../invariants/violation.ts';
import type { Actor, Attempt, RunRecord } from './scenario.ts';
import { judgeCheckins } from './scenarios/judge-checkins.ts';
import { responsesOf } from './scenarios/gate-responses.ts';

const attemptsOf = ({ attempts }: RunRecord, { name }: Actor): readonly Attempt[] => attempts[name] ?? [];

/** The codes with which an attempt, or items of its batch, were rejected. */
const refusalsOf = (actor: Actor, attempt: Attempt): string[] => {
  if (attempt.end === 'refused') return [attempt.code];
  return responsesOf(actor, attempt).flatMap((one) =>
    'error' in one && one.error !== 'dependency_unavailable' ? [one.error] : [],
  );
};

const isServed = (actor: Actor, attempt: Attempt): boolean =>
  attempt.end === 'succeeded' && (!actor.swipes || responsesOf(actor, attempt).some((one) => 'count' in one));

/** Checks that no request is rejected without a reason, and that a rejected request has changed nothing. */
const judgeRefusals = (run: RunRecord): Violation[] =>
  run.actors.flatMap((actor) =>
    attemptsOf(run, actor).flatMap((attempt): Violation[] => {
      const codes = refusalsOf(actor, attempt);
      const isExcused =
        actor.changes !== undefined ||
        run.actors.some((other) => other.excuses?.includes(actor.name) && attemptsOf(run, other).length > 0) ||
        (run.isStale && codes.every((code) => code === 'user_not_found'));
      const detail = `${attempt.requestId}: ${codes.join()}`;
      const hasChanged = attempt.end === 'refused' && run.environment.effects[attempt.requestId] !== undefined;
      return [
        ...(hasChanged ? [{ invariant: 'a refused request has changed nothing', detail }] : []),
        ...(codes.length > 0 && !isExcused ? [{ invariant: 'no request is refused without a reason', detail }] : []),
      ];
    }),
  );

/** Checks that after an actor has successfully revoked the access of others, no request that they send is served. */
const judgeLossOfAccess = (run: RunRecord): Violation[] =>
  run.actors.flatMap(({ name, ends = [] }) =>
    run.actors
      .filter((actor) => ends.includes(actor.name))
      .flatMap((actor) => attemptsOf(run, actor).filter((attempt) => isServed(actor, attempt)))
      .filter(({ succeededBefore }) => succeededBefore.includes(name))
      .map(({ requestId }) => ({
        invariant: 'a request sent after the loss of access is not served',
        detail: `${requestId} after ${name}`,
      })),
  );

/** Checks that a response says what its request changed, and that the change stays. */
const judgeChanges = (run: RunRecord): Violation[] =>
  run.actors.flatMap((actor) =>
    attemptsOf(run, actor).flatMap((attempt): Violation[] => {
      const { changes, isChangeStored = () => true } = actor;
      const changesMade = run.environment.effects[attempt.requestId] ?? 0;
      const hasSucceeded = attempt.end === 'succeeded';
      const acknowledged = changes && hasSucceeded ? changes(attempt.value, changesMade) : changesMade;
      const detail = `${attempt.requestId} acknowledged ${acknowledged} changes, and made ${changesMade}`;
      return [
        ...(acknowledged === changesMade ? [] : [{ invariant: 'a response says what was changed', detail }]),
        ...(hasSucceeded && !isChangeStored(run.environment, attempt.value)
          ? [{ invariant: 'nothing acknowledged is lost', detail: attempt.requestId }]
          : []),
      ];
    }),
  );

/** Checks the invariants of every scenario at the end of a run. `audit-rule.ts` checks each write during the run. */
export const judgeRun = (run: RunRecord): Violation[] => [
  ...judgeCheckins(run),
  ...judgeRefusals(run),
  ...judgeLossOfAccess(run),
  ...judgeChanges(run),
];
