import type { Actor } from '../scenario.ts';

/** Moves the service's clock once, at any time. */
export const moveClock = (name: string, milliseconds: number): Actor => ({
  name,
  willRepeat: false,
  isFaultless: true,
  request: ({ call }) =>
    call(
      `the clock moves by ${milliseconds} ms`,
      (environment) => {
        environment.now += milliseconds;
      },
      false,
    ),
});
