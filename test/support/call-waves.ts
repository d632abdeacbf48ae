/**
 * Delays calls so that they arrive in waves. The calls of a wave are independent of each other, and each depends on a response of
 * the previous wave, so the number of waves is the number of sequential round trips, however busy the machine is.
 */
export interface CallWaves {
  /**
   * Delays the calls of each wave until all of them have arrived. Calls after the last wave pass at once.
   * A wave with a call that depends on another call of the wave never passes.
   * @param sizes the number of calls in each wave
   */
  readonly hold: (sizes: readonly number[]) => void;
  /**
   * Must be called when a call arrives. Resolves when the call may pass.
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
