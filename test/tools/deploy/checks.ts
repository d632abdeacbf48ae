/** Counts checks that pass and fail, and prints a line for each. */
export interface Checks {
  readonly check: (what: string, holds: boolean, found?: unknown) => void;
  readonly failures: readonly string[];
  readonly count: () => number;
}

export const makeChecks = (print: (line: string) => void): Checks => {
  const failures: string[] = [];
  let count = 0;
  return {
    failures,
    count: () => count,
    check: (what, holds, found) => {
      count += 1;
      if (!holds) failures.push(what);
      print(holds ? `ok    ${what}` : `WRONG ${what}: ${JSON.stringify(found)}`);
    },
  };
};

/** Prints the result of a run. @param startedAt in milliseconds since 1970 @returns the exit code */
export const printResult = ({ failures, count }: Checks, startedAt: number): number => {
  const failed = failures.length;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${failed ? 'FAILED' : 'PASSED'}: ${count() - failed} of ${count()} checks, in ${seconds} s`);
  return failed ? 1 : 0;
};
