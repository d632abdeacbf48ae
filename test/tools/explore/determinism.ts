import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** The source of random values for one attempt at a request. If a rerun gets the same responses, it gets the same values. */
export interface RandomSource {
  readonly name: string;
  count: number;
}

const current = new AsyncLocalStorage<RandomSource>();

/** Runs code whose random values come from `source`. */
export const withRandomSource = <Result>(source: RandomSource, run: () => Result): Result => current.run(source, run);

const setUpSource: RandomSource = { name: 'set-up', count: 0 };

const nextText = (): string => {
  const source = current.getStore() ?? setUpSource;
  source.count += 1;
  return `${source.name}-${source.count}`;
};

/**
 * Makes this process deterministic: each attempt gets its own random values, pauses end at once, and time-outs never expire.
 * The explorer chooses the order of events.
 */
export const makeDeterministic = (): void => {
  crypto.randomUUID = nextText as typeof crypto.randomUUID;
  crypto.randomInt = () => 0;
  crypto.randomBytes = (size: number) => Buffer.from(nextText().padEnd(size, '.'));
  timers.setTimeout = (async () => undefined) as typeof timers.setTimeout;
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  globalThis.clearTimeout = () => undefined;
  syncBuiltinESMExports();
};
