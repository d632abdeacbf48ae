import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

describe.each(['security.md', 'protocols.md'])('docs/%s', (file) => {
  const text = readFileSync(join(root, 'docs', file), 'utf8');
  const namedFiles = [
    ...new Set([...text.matchAll(/`((?:test|lib|shared|functions)\/[\w/.-]+)`/g)].map(([, path]) => path ?? '')),
  ];

  it('names only files that exist', () => {
    expect(namedFiles.length).toBeGreaterThan(10);
    expect(namedFiles.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
