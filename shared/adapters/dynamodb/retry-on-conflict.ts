import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../domain/service-error.ts';
import { backOffMilliseconds } from '../sdk/call-budget.ts';

const MAX_TRIES = 12;

/**
 * @param attempt resolves to false if another writer changed the item first
 * @throws ServiceError `dependency_unavailable` if every attempt resolves to false
 */
export const retryOnConflict = async <Result extends object>(
  attempt: (isFirstTry: boolean) => Promise<Result | false>,
): Promise<Result> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const result = await attempt(tries === 1);
    if (result) return result;
    // The first retry need not wait: the first attempt might have failed only because it used an outdated copy of the item.
    if (tries > 1) await sleep(backOffMilliseconds(tries - 2));
  }
  throw new ServiceError('dependency_unavailable', 'others kept changing the same item');
};
