/** Returns a function that calls `load` once and then returns the same result. If `load` fails, the next call tries again. */
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
