import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { groups } from '../../tools/interleavings/groups.ts';
import { mutants } from '../../tools/interleavings/mutants.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/protocols.md'), 'utf8');
const documented = [...text.matchAll(/^Tested with: ([^.]*)\.$/gm)].flatMap(([, line = '']) =>
  [...line.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
);
const names = groups.map(({ name }) => name);

it('docs/protocols.md names every group of actors whose interleavings are tested, and no other', () => {
  expect(new Set(documented)).toEqual(new Set(names));
});

describe('The groups of actors whose interleavings are tested', () => {
  it('have each its own name', () => {
    expect(names).toHaveLength(new Set(names).size);
  });

  it('include that of each protection that the self-check removes', () => {
    expect(Object.values(mutants).filter(({ group }) => !names.includes(group))).toEqual([]);
  });
});

describe('The code that the self-check of the interleavings replaces', () => {
  it.each(Object.entries(mutants))('occurs exactly once: %s', (_, mutant) => {
    expect(readFileSync(join(root, mutant.file), 'utf8').split(mutant.text)).toHaveLength(2);
    expect(mutant.instead).not.toBe(mutant.text);
  });
});
