import { createHash } from 'node:crypto';

/** Random numbers from a seed. */
export interface Random {
  /** From 0, less than 1. */
  fraction(): number;
  /** A whole number from 0, less than `end`. */
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
  isOneIn(times: number): boolean;
}

const fractionOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32BE() / 2 ** 32;

/** The same text always gets the same number, because the order of parallel calls varies. */
export const decide = (seed: number, ...words: readonly (string | number)[]): number =>
  fractionOf(JSON.stringify([seed, ...words]));

export const makeRandom = (seed: number, use: string): Random => {
  let asked = 0;
  const fraction = (): number => decide(seed, use, (asked += 1));
  const below = (end: number): number => Math.floor(fraction() * end);
  return {
    fraction,
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    isOneIn: (times) => below(times) === 0,
  };
};
