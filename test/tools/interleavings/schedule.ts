import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';

/**
 * For each step, which of the waiting actors takes it. Not `fc.scheduler`, which shrinks no order, and of which fast-check 4.10
 * makes different copies when it shrinks a run and when it repeats it.
 */
export const someOrders: fc.Arbitrary<number[]> = fc.noBias(
  // 60 is divisible by the number of actors that wait, which is hardly ever more than six.
  fc.array(fc.nat(59), { minLength: 100, maxLength: 100, size: 'max' }),
);

type Resume = () => void;

/** What the actors of a run do, in the order that was drawn. */
export class Schedule {
  readonly #order: readonly number[];
  readonly #steps: Resume[] = [];
  readonly #late: Resume[] = [];
  #taken = 0;

  constructor(order: readonly number[]) {
    this.#order = order;
  }

  /** Waits until it is this step's turn. */
  step(): Promise<void> {
    return new Promise((resolve) => {
      this.#steps.push(resolve);
    });
  }

  /** Waits until no step is left, and all who came here earlier have gone on. */
  whenQuiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#late.push(resolve);
    });
  }

  /** Takes steps until nothing is left to do. What follows from a step happens before the next one. */
  async run(isBroken: () => boolean): Promise<void> {
    for (;;) {
      await nextTurn();
      if (isBroken()) return;
      const [resume] = this.#steps.splice(this.#draw() % this.#steps.length, 1);
      if (resume) resume();
      else if (this.#late.length > 0) this.#late.shift()?.();
      else return;
    }
  }

  #draw(): number {
    const drawn = this.#order[this.#taken % this.#order.length] ?? 0;
    this.#taken += 1;
    return drawn;
  }
}
