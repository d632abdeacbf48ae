import type { Violation } from '../invariants/violation.ts';
import { startAttempt } from './attempts.ts';
import { judgeRun } from './judge-run.ts';
import { performStep } from './perform-step.ts';
import { copyRun, type RunState } from './run-state.ts';
import type { RunRecord } from './scenario.ts';
import { listSteps, parseStep, type Step } from './schedule.ts';
import { hashState } from './state-hash.ts';

/** One run of a scenario. Its caller chooses which call is performed next, and with which outcome. */
export class Execution {
  readonly #state: RunState;

  constructor(state: RunState) {
    this.#state = state;
  }

  /** A copy of the run, which continues separately. */
  copy(): Execution {
    return new Execution(copyRun(this.#state));
  }

  /** Starts the actors and waits for their first calls. Those that act last are started only when the others have ended. */
  async start(): Promise<void> {
    for (const state of this.#state.actors) {
      if (state.actor.isLast) state.isDone = true;
      else await startAttempt(this.#state, state);
    }
  }

  get violation(): Violation | undefined {
    return this.#state.violation;
  }

  /** The steps of the run as text. */
  get log(): readonly string[] {
    return this.#state.log;
  }

  /** Whether an invariant is broken or every actor has ended. Orphaned calls can still be performed after that. */
  get isOver(): boolean {
    return this.violation !== undefined || this.#state.actors.every(({ isDone }) => isDone);
  }

  /** Returns the same text for states with the same future. */
  hash(): string {
    return hashState(this.#state);
  }

  /** The possible next steps. */
  steps(): Step[] {
    return listSteps(this.#state);
  }

  /** @returns false if the step is not possible in this state */
  async take(step: Step): Promise<boolean> {
    const parsed = parseStep(step, this.#state);
    if (!parsed) return false;
    await performStep(this.#state, parsed);
    return true;
  }

  /** Continues without a fault, actor after actor, until all have ended. */
  async finish(): Promise<void> {
    for (;;) {
      const next = this.#state.actors.find(({ pending }) => pending.length > 0);
      if (!next || this.isOver) return;
      await this.take(next.letter);
    }
  }

  /**
   * Lets every actor that retries send its request once more after the end, one actor at a time and without a fault. An actor
   * that gets no response now would never get one.
   */
  async #settle(): Promise<void> {
    const run = this.#state;
    run.faultsLeft = 0;
    run.interruptionsLeft = Infinity;
    for (const state of run.actors.filter(({ actor }) => actor.willRetry)) {
      state.isDone = false;
      const { tries } = state;
      await startAttempt(run, state);
      await this.finish();
      if (run.violation) return;
      if (state.tries > tries + 1 || state.attempts.at(-1)?.end === 'unavailable')
        run.violation = {
          invariant: 'every operation ends',
          detail: `${state.actor.name} gets no response from a retry without a fault`,
        };
    }
  }

  #judge(isSettled: boolean): Violation[] {
    const { scenario, environment, actors, isStale, violation } = this.#state;
    if (violation) return [violation];
    const attempts = Object.fromEntries(actors.map(({ actor, attempts: all }) => [actor.name, all]));
    const record: RunRecord = { environment, actors: scenario.actors, attempts, isStale, isSettled };
    return [...judgeRun(record), ...(scenario.judge?.(record) ?? [])];
  }

  /** The invariants that are broken at the end. */
  async judge(): Promise<Violation[]> {
    const broken = this.#judge(false);
    if (broken.length > 0) return broken;
    await this.#settle();
    return this.#judge(true);
  }
}
