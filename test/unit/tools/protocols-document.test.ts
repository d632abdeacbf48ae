import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** The list of invariants: the name and the scenarios of each. */
const listed = [
  ...text.slice(text.indexOf('## Invariants')).matchAll(/^- \*\*(.*?)\*\*: [^*]*?\s+Explored by\s+([^.]*)\.$/gm),
].map(([, name = '', scenarioNames = '']) => ({ name, scenarioNames: scenarioNames.split(/,\s+/) }));

const explorer = join(import.meta.dirname, '../../tools/explore');
/** The names of the invariants that the explorer can report as broken, apart from those that it shares with the fault bench. */
const invariants = readdirSync(explorer, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join(explorer, file), 'utf8').matchAll(/invariant: '([^']+)'/g)])
  .map(([, name = '']) => name);

describe('docs/protocols.md', () => {
  it('names every scenario of the explorer, and no other', () => {
    expect(new Set(explored.flat())).toEqual(new Set(names));
  });

  it('names files that exist', () => {
    const files = [...text.matchAll(/`((?:shared|functions|lib|test)\/[^`]*)`/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('names every invariant of the explorer, each with scenarios of the explorer', () => {
    const listedNames = new Set(listed.map(({ name }) => name));
    const known = [...invariants, ...Object.values(mutants).map(({ breaks }) => breaks)];
    expect(known.length).toBeGreaterThan(40);
    expect(known.filter((name) => !listedNames.has(name))).toEqual([]);
    const linked = listed.flatMap(({ scenarioNames }) => scenarioNames).filter((one) => one !== 'all');
    expect(linked.filter((one) => !names.includes(one.replaceAll('`', '')))).toEqual([]);
  });
});

describe('The explorer', () => {
  it('has a scenario for each protection that its self-check removes', () => {
    const missing = Object.values(mutants).filter(({ scenario }) => !names.includes(scenario));
    expect(missing).toEqual([]);
  });
});
