/** Returns a function of which at most `count` calls run at once; later calls wait in their order. */
export const limitConcurrency = <Arguments extends unknown[], Result>(
  count: number,
  call: (...given: Arguments) => Promise<Result>,
): ((...given: Arguments) => Promise<Result>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...given) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await call(...given);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
