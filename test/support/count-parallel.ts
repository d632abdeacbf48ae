import { setImmediate as turn } from 'node:timers/promises';

/** Counts the calls that are in progress. `most()` returns the highest count so far. */
export const countParallel = () => {
  let underWay = 0;
  let most = 0;
  return {
    most: () => most,
    run: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await turn();
      underWay -= 1;
      return call();
    },
  };
};
