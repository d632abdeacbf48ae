import type { Deadline } from '../../shared/rules/deadline.ts';
import { interceptDatabase } from './intercept-database.ts';

/**
 * Performs a request whose calls are aborted soon after it began. Until then, calls that contain `text` hang.
 * @param deadline of the function that the request calls
 */
export const withCutOff = async <Result>(
  deadline: Deadline,
  text: string,
  send: () => Promise<Result>,
): Promise<Result> => {
  const patient = { ...deadline };
  Object.assign(deadline, { abortCallsAfterMilliseconds: 500 });
  const release = interceptDatabase(async ({ input }, perform, signal) => {
    if (signal && JSON.stringify(input).includes(text))
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return perform();
  });
  try {
    return await send();
  } finally {
    release();
    Object.assign(deadline, patient);
  }
};
