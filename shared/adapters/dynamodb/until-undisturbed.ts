import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../domain/service-error.ts';
import { backOffMilliseconds } from '../sdk/call-budget.ts';

const MAX_TRIES = 12;

/**
 * Repeats a conditional change until no other change interferes.
 * @param attempt resolves to false if another writer was faster
 * @throws ServiceError `dependency_unavailable` where others are faster every time
 */
export const untilUndisturbed = async <Result extends object>(
  attempt: (isFirst: boolean) => Promise<Result | false>,
): Promise<Result> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const result = await attempt(tries === 1);
    if (result) return result;
    // The first time, what was known may only have been old.
    if (tries > 1) await sleep(backOffMilliseconds(tries - 2));
  }
  throw new ServiceError('dependency_unavailable', 'others kept changing the same item');
};
