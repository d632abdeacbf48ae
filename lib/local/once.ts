/** Calls `load` at the first call, and remembers its result. After a failure, the next call tries again. */
export const once = <Result>(load: () => Promise<Result>): (() => Promise<Result>) => {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= load().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
};
