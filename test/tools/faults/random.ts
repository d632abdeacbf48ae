import { createHash } from 'node:crypto';

/** Reproducible random choices. @param use a name; choices with different names are independent */
export const makeRandom = (seed: number, use: string) => {
  let count = 0;
  const below = (end: number): number => {
    const digest = createHash('sha1').update(JSON.stringify([seed, use, (count += 1)]));
    return Math.floor((digest.digest().readUInt32BE() / 2 ** 32) * end);
  };
  return {
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    isOneIn: (times: number) => below(times) === 0,
  };
};
