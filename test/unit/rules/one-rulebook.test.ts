import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PAGE_PERMISSION } from '../../../lib/console/browser/navigation/page-id.ts';
import { languages } from '../../../shared/http/choose-language.ts';
import { scopes } from '../../../shared/rules/api-clients.ts';
import { attendanceResults, bookingKinds, checkinCodes, dryRunResults } from '../../../shared/rules/bookings.ts';
import { fields, MAX_BODY_BYTES, MAX_LIST_BODY_BYTES } from '../../../shared/rules/fields.ts';
import { languageTags } from '../../../shared/rules/languages.ts';
import { actorTools, roles, rolesWith } from '../../../shared/rules/roles.ts';

const root = join(import.meta.dirname, '../../..');

/** The source files outside the rules. */
const sources = globSync('{bin,lib,functions,shared}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.startsWith('shared/rules/'))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Matches a list or union of string literals: `'a', 'b'` or `'a' | 'b'`. */
const LITERALS = /'[\w-]+'(?:\s*[,|]\s*'[\w-]+')+/g;

const membersOf = (literals: string): string[] => [...literals.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);

/** Returns the files with a list that contains at least `count` of the given names. */
const filesWithList = (names: readonly string[], count: number): string[] =>
  sources
    .filter(([, text]) =>
      (text.match(LITERALS) ?? []).some(
        (literals) => membersOf(literals).filter((name) => names.includes(name)).length >= count,
      ),
    )
    .map(([file]) => file);

it.each([
  ['roles', roles, 2],
  ['scopes', scopes, 2],
  ['kinds of bookings', bookingKinds, 2],
  ['languages', languageTags, 2],
  ['results of attendance', attendanceResults, 3],
  ['codes of check-ins', checkinCodes, 3],
  ['results of a dry run', dryRunResults, 4],
  ['tools', actorTools, 3],
])('Outside the rules there is no second list of %s', (_, names, count) => {
  expect(filesWithList(names, count)).toEqual([]);
});

describe('Outside the rules there is no second limit', () => {
  /**
   * Matches a field rule, and a number that is a length in a form or the size of a body. A choice among values of the request
   * (`changes`) is no limit of ours.
   */
  const LIMIT =
    /\b(?:minLength|maxLength|minItems|maxItems)(?:: |=\{)\d{2,}|kind: '(?:integer|number|text|line|email|choice|set)', (?!values: changes\.)|\b(?:16|256) \* 1024\b/;

  /** Whether the limits in a file are for something else: for AWS, the gateway, or a single read from a file. */
  const hasOtherLimits = (file: string): boolean => ['lib/aws/', 'lib/local/'].some((start) => file.startsWith(start));

  it('of a field or a body', () => {
    const files = sources.filter(([file, text]) => LIMIT.test(text) && !hasOtherLimits(file)).map(([file]) => file);
    expect(files).toEqual([]);
  });
});

describe('The messages name the limits of', () => {
  const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;

  it('the Idempotency-Key', () => {
    const { minLength, maxLength } = fields.idempotencyKey;
    for (const { messages } of languages)
      expect(messages.errors.invalid_idempotency_key).toMatch(
        new RegExp(String.raw`\b${minLength}\b.*\b${maxLength}\b`),
      );
  });

  it('a body', () => {
    for (const { messages } of languages) {
      expect(messages.errors.body_too_large).toContain(kibibytes(MAX_BODY_BYTES));
      expect(messages.errors.body_too_large).toContain(kibibytes(MAX_LIST_BODY_BYTES));
    }
  });
});

it('docs/console.md says which role sees which page, as the rules do', () => {
  const text = readFileSync(join(root, 'docs/console.md'), 'utf8');
  const rows = text.matchAll(/^\| `(?<id>\w+)` .*\| (?<allowed>[^|]+?) +\|$/gm);
  const documented = [...rows].map(({ groups }) => [groups?.['id'], groups?.['allowed']] as const);
  const rules = Object.entries(PAGE_PERMISSION).map(([id, permission]) => {
    const allowed = rolesWith(permission);
    return [id, allowed.length === roles.length ? 'all' : allowed.join(', ')] as const;
  });
  expect(new Map(documented)).toEqual(new Map(rules));
  expect([...text.matchAll(/^- `(\w+)`: /gm)].map(([, role]) => role)).toEqual(roles);
});
