import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls a condition until it is true.
 * @throws Error if it is not true within `milliseconds`
 */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> => {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not true after ${milliseconds} ms: ${condition.toString()}`);
    await sleep(5);
  }
};
