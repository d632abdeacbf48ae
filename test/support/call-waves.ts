/**
 * Calls in waves: the calls of a wave are independent, and each waits for one of the wave before. The number of waves is
 * the number of successive round trips of a request. The calls of a wave are found by holding calls
 * back, so the result does not depend on how busy the machine is.
 */
export interface CallWaves {
  /**
   * Holds the next calls until as many have arrived as the first wave has, then those of the second, and so on; later calls
   * pass at once. A wave passes only if none of its calls waits for another.
   */
  readonly hold: (sizes: readonly number[]) => void;
  /**
   * Holds each call until all calls of its wave have arrived, and the next wave until this one has its responses.
   * @param settle resolves when the caller has sent everything that it can send without a response
   */
  readonly gather: (settle: () => Promise<void>) => void;
  /**
   * To be called when a call arrives; resolves when it may pass.
   * @returns the number of its wave, counted from 1; undefined where calls are not held
   */
  readonly join: () => Promise<number | undefined>;
  /** To be called when a call has its response. */
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
  let underWay = 0;
  let allLeft = Promise.withResolvers<void>();

  const release = (wave: Wave): void => {
    waves = waves.filter((one) => one !== wave);
    underWay += wave.count;
    wave.released.resolve();
  };

  /** The wave is complete when settling the caller brings no further call. */
  const releaseWhenComplete = async (wave: Wave, settle: () => Promise<void>): Promise<void> => {
    if (underWay > 0) await allLeft.promise;
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
        underWay += 1;
        return undefined;
      }
      wave.count += 1;
      if (wave.count === wave.size) release(wave);
      await wave.released.promise;
      return wave.number;
    },
    leave() {
      underWay -= 1;
      if (underWay > 0) return;
      allLeft.resolve();
      allLeft = Promise.withResolvers();
    },
  };
};
