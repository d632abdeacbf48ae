import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scheduler } from 'fast-check';

/** What the actors of a run do, in the order that fast-check draws. */
export class Schedule {
  readonly #order: Scheduler;
  readonly #waiting: (() => void)[] = [];

  constructor(order: Scheduler) {
    this.#order = order;
  }

  /** Waits until it is this step's turn. */
  step(description: string): Promise<void> {
    return this.#order.schedule(Promise.resolve(), description);
  }

  /** Waits until no step is left, and all who came here earlier have gone on. */
  whenQuiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Takes steps until nothing is left to do. What follows from a step happens before the next one. */
  async run(isBroken: () => boolean): Promise<void> {
    for (;;) {
      await nextTurn();
      if (isBroken()) return;
      if (this.#order.count() > 0) await this.#order.waitNext(1);
      else if (this.#waiting.length > 0) this.#waiting.shift()?.();
      else return;
    }
  }
}
