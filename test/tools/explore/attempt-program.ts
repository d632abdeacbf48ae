import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { withRandomSource } from './determinism.ts';
import { interceptCalls, type InterceptedCall } from './intercept-calls.ts';
import type { Actor, AttemptEnd, Scenario } from './scenario.ts';

/** A call of an attempt, and its number in the order of the attempt's calls. */
export interface NumberedCall extends InterceptedCall {
  readonly number: number;
}

/** A call or the end of an attempt. `failure`: an error that is not a response, for example because of a bug. */
export type AttemptEvent =
  | { readonly call: NumberedCall }
  | { readonly end: AttemptEnd }
  | { readonly failure: unknown };

/** The result of a call. `text` is equal for equal results. */
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
  readonly next: Map<string, WaitingPoint>;
}

const toEnd = (error: unknown, flags: Pick<AttemptEnd, 'isLogFailed'>): AttemptEvent => {
  const code = error instanceof ServiceError || error instanceof UseCaseError ? error.code : undefined;
  if (code === undefined) return { failure: error };
  return {
    end: { ...flags, ...(code === 'dependency_unavailable' ? { end: 'unavailable' } : { end: 'refused', code }) },
  };
};

/** One run of the program of an attempt. */
class RunningProgram {
  point: WaitingPoint = { events: [], results: [], next: new Map() };
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  #events: AttemptEvent[] = [];
  #now: number;

  constructor(scenario: Scenario, actor: Actor, requestId: string, now: number) {
    this.#now = now;
    const schedule = (call: InterceptedCall): Promise<unknown> => {
      const waiting = Promise.withResolvers<unknown>();
      this.#events.push({ call: { ...call, number: this.#waiting.length } });
      this.#waiting.push(waiting);
      return waiting.promise;
    };
    const flags: { isLogFailed?: true } = {};
    const onLogFailed = () => void (flags.isLogFailed = true);
    const context = { ...interceptCalls(scenario, requestId, () => this.#now, schedule), onLogFailed };
    withRandomSource({ name: requestId, count: 0 }, () => actor.request(context)).then(
      (value) => this.#events.push({ end: { ...flags, end: 'succeeded', value } }),
      (error: unknown) => this.#events.push(toEnd(error, flags)),
    );
  }

  /** Lets the attempt run until it waits for results or has ended. */
  async untilWaiting(results: readonly CallResult[]): Promise<WaitingPoint> {
    await nextTurn();
    this.point = { events: this.#events, results, next: new Map() };
    this.#events = [];
    return this.point;
  }

  async receive(result: CallResult): Promise<WaitingPoint> {
    const { number, outcome, now } = result;
    const waiting = this.#waiting[number];
    this.#now = now;
    if ('error' in outcome) waiting?.reject(outcome.error);
    else waiting?.resolve(outcome.value);
    return this.untilWaiting([...this.point.results, result]);
  }
}

/**
 * The program of one attempt. It is deterministic, so the point that it reaches after a sequence of results is remembered, and
 * the program runs again only for a new sequence.
 */
export class AttemptProgram {
  readonly #run: () => RunningProgram;
  #start: WaitingPoint | undefined;
  #running: RunningProgram | undefined;

  constructor(scenario: Scenario, actor: Actor, requestId: string, now: number) {
    this.#run = () => new RunningProgram(scenario, actor, requestId, now);
  }

  async start(): Promise<WaitingPoint> {
    if (this.#start) return this.#start;
    this.#running = this.#run();
    return (this.#start = await this.#running.untilWaiting([]));
  }

  /** Gives the attempt a result while it waits at `point`. */
  async receive(point: WaitingPoint, result: CallResult): Promise<WaitingPoint> {
    const key = `${result.number} ${result.now} ${result.text}`;
    const known = point.next.get(key);
    if (known) return known;
    const running = this.#running?.point === point ? this.#running : await this.#runTo(point);
    const next = await running.receive(result);
    point.next.set(key, next);
    return next;
  }

  async #runTo({ results }: WaitingPoint): Promise<RunningProgram> {
    const running = this.#run();
    await running.untilWaiting([]);
    for (const result of results) await running.receive(result);
    this.#running = running;
    return running;
  }
}
