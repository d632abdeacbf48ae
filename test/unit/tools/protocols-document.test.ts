import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mutants } from '../../tools/explore/mutants.ts';
import { scenarios } from '../../tools/explore/scenarios.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/protocols.md'), 'utf8');
const explored = [...text.matchAll(/^Explored: ([^.]*)\.$/gm)].map(([, names = '']) =>
  [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
);
const names = scenarios.map(({ name }) => name);

describe('docs/protocols.md', () => {
  it('names every group of scenarios of the explorer, and no other', () => {
    expect(new Set(explored.flat())).toEqual(new Set(names.map((name) => name.split('/')[0])));
  });
});

describe('The explorer', () => {
  it('names each scenario once', () => {
    expect(names).toHaveLength(new Set(names).size);
  });

  it('has a scenario for each protection that its self-check removes', () => {
    const missing = Object.values(mutants).filter(({ scenario }) => !names.includes(scenario));
    expect(missing).toEqual([]);
  });
});

describe('The code that the explorer’s self-check replaces', () => {
  it.each(Object.entries(mutants))('occurs exactly once: %s', (_, mutant) => {
    expect(readFileSync(join(root, mutant.file), 'utf8').split(mutant.text)).toHaveLength(2);
    expect(mutant.instead).not.toBe(mutant.text);
  });
});
