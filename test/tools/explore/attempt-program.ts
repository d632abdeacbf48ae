import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import type { Writer } from './audit-rule.ts';
import { withRandomSource } from './determinism.ts';
import { interceptCalls, type InterceptedCall } from './intercept-calls.ts';
import type { Actor, AttemptEnd, Scenario } from './scenario.ts';

/** A call of an attempt, and its number in the order of the attempt's calls. */
export interface AttemptCall extends InterceptedCall {
  readonly number: number;
  readonly writer: Writer;
}

/** A call or the end of an attempt. `failure`: an error that is not a response, for example because of a bug. */
export type AttemptEvent =
  | { readonly call: AttemptCall }
  | { readonly end: AttemptEnd }
  | { readonly failure: unknown };

/** The result of a call. `text` is equal for equal results of equal calls. */
export interface CallResult {
  readonly number: number;
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };
  readonly text: string;
  /** The time at which the attempt gets the result. */
  readonly now: number;
}

/** A point at which an attempt waits for results. The earlier results alone determine it. */
export interface WaitingPoint {
  /** The events since the previous point. */
  readonly events: readonly AttemptEvent[];
  readonly results: readonly CallResult[];
  /** Gives the attempt a result. @returns the next point */
  receive(result: CallResult): Promise<WaitingPoint>;
}

const toEnd = (error: unknown, flags: Pick<AttemptEnd, 'isLogFailed'>): AttemptEvent => {
  const code = error instanceof ServiceError || error instanceof UseCaseError ? error.code : undefined;
  if (code === undefined) return { failure: error };
  return {
    end: { ...flags, ...(code === 'dependency_unavailable' ? { end: 'unavailable' } : { end: 'refused', code }) },
  };
};

/** Starts the program of an attempt, which waits whenever it has made calls. */
const runProgram = (scenario: Scenario, actor: Actor, requestId: string, startedAt: number) => {
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const flags: { isLogFailed?: true } = {};
  const writer = { requestId, isAudited: actor.isAudited === true };
  let now = startedAt;
  let events: AttemptEvent[] = [];
  const schedule = (call: InterceptedCall): Promise<unknown> => {
    events.push({ call: { ...call, writer, number: waiting.length } });
    waiting.push(Promise.withResolvers<unknown>());
    return waiting.at(-1)?.promise as Promise<unknown>;
  };
  const onLogFailed = () => void (flags.isLogFailed = true);
  const context = { ...interceptCalls(scenario, requestId, () => now, schedule), onLogFailed };
  withRandomSource({ name: requestId, count: 0 }, () => actor.request(context)).then(
    (value) => events.push({ end: { ...flags, end: 'succeeded', value } }),
    (error: unknown) => events.push(toEnd(error, flags)),
  );
  return async (result?: CallResult): Promise<readonly AttemptEvent[]> => {
    if (result) {
      now = result.now;
      if ('error' in result.outcome) waiting[result.number]?.reject(result.outcome.error);
      else waiting[result.number]?.resolve(result.outcome.value);
    }
    await nextTurn();
    const newEvents = events;
    events = [];
    return newEvents;
  };
};

/**
 * Starts the program of an attempt. It is deterministic, so the point that it reaches after a sequence of results is remembered,
 * and the program runs again only for a new sequence.
 */
export const startProgram = (...attempt: Parameters<typeof runProgram>): Promise<WaitingPoint> => {
  let proceed = runProgram(...attempt);
  /** The results that the current run of the program has received. */
  let received: readonly CallResult[] = [];
  const makePoint = (results: readonly CallResult[], events: readonly AttemptEvent[]): WaitingPoint => {
    const known = new Map<string, WaitingPoint>();
    return {
      events,
      results,
      async receive(result) {
        const key = `${result.number} ${result.now} ${result.text}`;
        const reached = known.get(key);
        if (reached) return reached;
        if (received !== results) {
          proceed = runProgram(...attempt);
          await proceed();
          for (const earlier of results) await proceed(earlier);
        }
        received = [...results, result];
        const next = makePoint(received, await proceed(result));
        known.set(key, next);
        return next;
      },
    };
  };
  const start = received;
  return proceed().then((events) => makePoint(start, events));
};
