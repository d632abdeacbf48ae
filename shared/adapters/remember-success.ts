/** Calls `make` once and remembers its result. After a failure, the next call tries again. */
export const rememberSuccess = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let pending: Promise<Value> | undefined;
  return () => {
    pending ??= make().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
};
