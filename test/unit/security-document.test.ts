import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

describe('docs/security.md', () => {
  const named = [
    ...new Set([...text.matchAll(/`((?:test|lib|shared|functions)\/[\w/.-]+)`/g)].map(([, path]) => path ?? '')),
  ];

  it('names tests that are there for what it claims', () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
