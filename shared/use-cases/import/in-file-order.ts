/** A turn that waits for those before it which it has a key in common with. */
export interface Turn {
  /** When all earlier turns with a key of this one are over. */
  readonly comes: Promise<unknown>;
  /** When all earlier turns are over. */
  readonly isFirst: Promise<unknown>;
  readonly end: () => void;
}

/**
 * Lets work run side by side, but for what has a key in common: that runs in the order in which the turns were taken.
 * Remembers only the turns that are not over.
 */
export const makeQueue = () => {
  const lastByKey = new Map<string, Promise<void>>();
  let all: Promise<unknown> = Promise.resolve();

  return {
    takeTurn(keys: readonly string[]): Turn {
      const { promise, resolve } = Promise.withResolvers<void>();
      const comes = Promise.all(keys.map((key) => lastByKey.get(key) ?? Promise.resolve()));
      const isFirst = all;
      for (const key of keys) lastByKey.set(key, promise);
      // Without a value of its own, each would hold that of the one before, back to the first.
      all = Promise.all([all, promise]).then(() => undefined);
      const end = (): void => {
        for (const key of keys) if (lastByKey.get(key) === promise) lastByKey.delete(key);
        resolve();
      };
      return { comes, isFirst, end };
    },
  };
};
