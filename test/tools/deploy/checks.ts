/** Counts checks that pass and fail, and prints a line for each. */
export interface Checks {
  readonly check: (what: string, holds: boolean, found?: unknown) => void;
  readonly failures: readonly string[];
  readonly count: () => number;
}

/** @param onFailure called with each check that fails; it may throw */
export const makeChecks = (print: (line: string) => void, onFailure?: (what: string) => void): Checks => {
  const failures: string[] = [];
  let count = 0;
  return {
    failures,
    count: () => count,
    check: (what, holds, found) => {
      count += 1;
      if (!holds) failures.push(what);
      if (!holds) onFailure?.(what);
      print(holds ? `ok    ${what}` : `WRONG ${what}: ${JSON.stringify(found)}`);
    },
  };
};
