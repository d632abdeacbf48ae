/** Calls `make` once and remembers its result. After a failure, the next call tries again. */
export const rememberSuccess = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let known: Promise<Value> | undefined;
  return () => {
    known ??= make().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
};
