import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorTable } from '../../shared/http/response.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0], section] as const),
);

describe('docs/errors.md', () => {
  it.each(Object.entries(errorTable))('explains %s with its status', (code, { statusCode }) => {
    expect(sections.get(code)).toContain(`**${statusCode}`);
  });
});
