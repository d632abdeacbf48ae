import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

let source = 'data';
let count = 0;

/** Begins a new sequence of random values, so that a run that is repeated gets the same ones. */
export const startRandomValues = (name: string): void => {
  source = name;
  count = 0;
};

const nextText = (): string => `${source}-${(count += 1)}`;

/** Makes this process deterministic: random values are numbered, pauses end at once, and time-outs never expire. */
export const makeDeterministic = (): void => {
  crypto.randomUUID = nextText as typeof crypto.randomUUID;
  crypto.randomInt = () => 0;
  crypto.randomBytes = (size: number) => Buffer.from(nextText().padEnd(size, '.'));
  timers.setTimeout = (async () => undefined) as typeof timers.setTimeout;
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  globalThis.clearTimeout = () => undefined;
  syncBuiltinESMExports();
};
