import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mutants } from '../../tools/explore/mutants.ts';

const root = join(import.meta.dirname, '../../..');

describe('The code that the explorer’s self-check removes', () => {
  it.each(Object.entries(mutants))('is in its file exactly once: %s', (_, { file, text, instead }) => {
    expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
    expect(instead).not.toBe(text);
  });
});
