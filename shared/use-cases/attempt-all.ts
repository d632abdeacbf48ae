import pMap, { pMapSkip } from 'p-map';
import { isUnavailable } from '../domain/service-error.ts';

interface AttemptOptions<One> {
  readonly concurrency: number;
  /** The name of an element in the error. */
  readonly nameOf: (one: One) => string;
}

/**
 * Performs a task for each element. If the task fails for one, it is still performed for the others.
 * @throws after all tasks, if any failed, an error that names the element of the first failure
 */
export const attemptAll = async <One, Result>(
  all: Iterable<One> | AsyncIterable<One>,
  task: (one: One) => Promise<Result>,
  { concurrency, nameOf }: AttemptOptions<One>,
): Promise<Result[]> => {
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  const attempt = async (one: One): Promise<Result | typeof pMapSkip> => {
    try {
      return await task(one);
    } catch (error) {
      failures.push({ name: nameOf(one), error });
      return pMapSkip;
    }
  };
  const results = await pMap(all, attempt, { concurrency });
  const [first] = failures;
  if (!first) return results;
  const { name, error } = failures.find((failure) => !isUnavailable(failure.error)) ?? first;
  if (isUnavailable(error)) throw error;
  throw new Error(`${failures.length} failed, for example ${name}: ${String(error)}`, { cause: error });
};
