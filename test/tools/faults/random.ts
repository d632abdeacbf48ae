import { createHash } from 'node:crypto';

/** Reproducible random choices. @param name the name of a series of choices; series with different names are independent */
export const makeRandom = (seed: number, name: string) => {
  let count = 0;
  const below = (end: number): number => {
    const digest = createHash('sha1').update(JSON.stringify([seed, name, (count += 1)]));
    return Math.floor((digest.digest().readUInt32BE() / 2 ** 32) * end);
  };
  return {
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    isOneIn: (times: number) => below(times) === 0,
  };
};
