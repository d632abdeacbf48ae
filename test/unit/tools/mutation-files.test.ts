import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import config from '../../tools/mutation/stryker.config.json' with { type: 'json' };
import { testFiles } from '../../tools/mutation/test-files.ts';

const folder = join(import.meta.dirname, '../../tools/mutation');
const survivors = [...readFileSync(join(folder, 'survivors.md'), 'utf8').matchAll(/`([^`]+\.ts)`/g)];

/** Splits `{a,b}` in a pattern, so that each alternative must exist. */
const alternativesOf = (pattern: string): string[] => {
  const [all, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return all === undefined ? [pattern] : (names ?? '').split(',').map((name) => `${before}${name}${after}`);
};

describe('The files of the mutation tests', () => {
  it.each([
    ['are mutated', config.mutate],
    ['are tests', testFiles],
    ['have survivors', survivors.map(([, file = '']) => file)],
  ])('that %s exist', (_, patterns) => {
    expect(patterns.flatMap(alternativesOf).filter((one) => globSync(one).length === 0)).toEqual([]);
  });
});
