/**
 * Groups calls into waves. The calls of a wave are independent of each other, and each depends on a response of the previous
 * wave, so the number of waves is the number of sequential round trips. Waves are recognised by delaying calls, so the result does
 * not depend on how busy the machine is.
 */
export interface CallWaves {
  /**
   * Delays calls until the given number of calls of the first wave has arrived, then the same for the second wave, and so on.
   * Later calls pass at once. A wave passes only if none of its calls depends on another.
   */
  readonly hold: (sizes: readonly number[]) => void;
  /**
   * Delays each call until all calls of its wave have arrived. The next wave starts when this one has its responses.
   * @param settle resolves when the caller has sent all calls that it can send without a further response
   */
  readonly gather: (settle: () => Promise<void>) => void;
  /**
   * Must be called when a call arrives; resolves when it may pass.
   * @returns the number of its wave, from 1; undefined if calls are not delayed
   */
  readonly join: () => Promise<number | undefined>;
  /** Must be called when a call has its response. */
  readonly leave: () => void;
}

interface Wave {
  readonly number: number;
  readonly size?: number;
  count: number;
  readonly released: PromiseWithResolvers<void>;
}

export const makeCallWaves = (): CallWaves => {
  let waves: Wave[] = [];
  let gathered: { readonly settle: () => Promise<void>; number: number } | undefined;
  let callsInFlight = 0;
  let allLeft = Promise.withResolvers<void>();

  const release = (wave: Wave): void => {
    waves = waves.filter((one) => one !== wave);
    callsInFlight += wave.count;
    wave.released.resolve();
  };

  /** The wave is complete when the caller sends no further call. */
  const releaseWhenComplete = async (wave: Wave, settle: () => Promise<void>): Promise<void> => {
    if (callsInFlight > 0) await allLeft.promise;
    let seen: number;
    do {
      seen = wave.count;
      await settle();
    } while (seen < wave.count);
    release(wave);
  };

  const openWave = (): Wave | undefined => {
    if (!gathered) return undefined;
    gathered.number += 1;
    const wave: Wave = { number: gathered.number, count: 0, released: Promise.withResolvers() };
    waves.push(wave);
    releaseWhenComplete(wave, gathered.settle).catch(wave.released.reject);
    return wave;
  };

  return {
    hold(sizes) {
      gathered = undefined;
      waves = sizes.map((size, index) => ({ number: index + 1, size, count: 0, released: Promise.withResolvers() }));
    },
    gather(settle) {
      waves = [];
      gathered = { settle, number: 0 };
    },
    async join() {
      const wave = waves[0] ?? openWave();
      if (!wave) {
        callsInFlight += 1;
        return undefined;
      }
      wave.count += 1;
      if (wave.count === wave.size) release(wave);
      await wave.released.promise;
      return wave.number;
    },
    leave() {
      callsInFlight -= 1;
      if (callsInFlight > 0) return;
      allLeft.resolve();
      allLeft = Promise.withResolvers();
    },
  };
};
