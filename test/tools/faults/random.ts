import { createHash } from 'node:crypto';

/** Reproducible random choices. @param use choices for one use are independent of those for another */
export const makeRandom = (seed: number, use: string) => {
  let asked = 0;
  const below = (end: number): number => {
    const digest = createHash('sha1').update(JSON.stringify([seed, use, (asked += 1)]));
    return Math.floor((digest.digest().readUInt32BE() / 2 ** 32) * end);
  };
  return {
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    isOneIn: (times: number) => below(times) === 0,
  };
};
