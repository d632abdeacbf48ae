import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** Generates the random values of one attempt. They are the same if the attempt gets the same responses. */
export interface Dice {
  readonly name: string;
  count: number;
}

const current = new AsyncLocalStorage<Dice>();

/** Runs code whose random values come from `dice`. */
export const withDice = <Result>(dice: Dice, run: () => Result): Result => current.run(dice, run);

const draw = (): string => {
  const dice = current.getStore();
  if (!dice) return 'set-up';
  dice.count += 1;
  return `${dice.name}-${dice.count}`;
};

/**
 * Makes this process deterministic: each actor generates its own random values, pauses end at once, and time-outs never expire.
 * The explorer chooses the order of events.
 */
export const removeChance = (): void => {
  crypto.randomUUID = draw as typeof crypto.randomUUID;
  crypto.randomBytes = (size: number) => Buffer.from(draw().padEnd(size, '.'));
  timers.setTimeout = (async () => undefined) as typeof timers.setTimeout;
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  globalThis.clearTimeout = () => undefined;
  syncBuiltinESMExports();
};
