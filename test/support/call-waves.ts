/**
 * Delays calls so that they arrive in waves. The calls of a wave are independent of each other, and each depends on a response of
 * the previous wave, so the number of waves is the number of sequential round trips, however busy the machine is.
 */
export interface CallWaves {
  /**
   * Delays calls until the given number of calls of the first wave has arrived, then the same for the second wave, and so on.
   * Later calls pass at once. A wave passes only if none of its calls depends on another.
   */
  readonly hold: (sizes: readonly number[]) => void;
  /**
   * Must be called when a call arrives; resolves when it may pass.
   * @returns the number of its wave, from 1; undefined if calls are not delayed
   */
  readonly join: () => Promise<number | undefined>;
}

interface Wave {
  readonly number: number;
  missing: number;
  readonly released: PromiseWithResolvers<void>;
}

export const makeCallWaves = (): CallWaves => {
  let waves: Wave[] = [];
  return {
    hold(sizes) {
      waves = sizes.map((missing, index) => ({ number: index + 1, missing, released: Promise.withResolvers() }));
    },
    async join() {
      const [wave] = waves;
      if (!wave) return undefined;
      wave.missing -= 1;
      if (wave.missing === 0) {
        waves.shift();
        wave.released.resolve();
      }
      await wave.released.promise;
      return wave.number;
    },
  };
};
