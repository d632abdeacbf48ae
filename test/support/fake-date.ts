import { jest } from '@jest/globals';

type FakeTimers = NonNullable<Parameters<typeof jest.useFakeTimers>[0]>;
type Timer = NonNullable<Extract<FakeTimers, { doNotFake?: unknown }>['doNotFake']>[number];

const realTimers: Timer[] = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
];

/** Sets the date and stops it, until `jest.useRealTimers()` is called. Timers go on. */
export const stopDateAt = (now: number): void => {
  jest.useFakeTimers({ now, doNotFake: realTimers });
};
