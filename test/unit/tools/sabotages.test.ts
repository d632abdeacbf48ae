import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sabotages } from '../../tools/faults/sabotages.ts';

const root = join(import.meta.dirname, '../../..');

describe('A sabotage of the fault bench', () => {
  it.each(Object.entries(sabotages))('finds its text exactly once: %s', (_, { file, text, instead }) => {
    expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
    expect(instead).not.toBe(text);
  });
});
