import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import en from '../../lib/console/browser/locales/en.json' with { type: 'json' };
import help from '../../lib/console/browser/locales/pages/help.en.json' with { type: 'json' };
import imports from '../../lib/console/browser/locales/pages/import.en.json' with { type: 'json' };
import members from '../../lib/console/browser/locales/pages/members.en.json' with { type: 'json' };
import report from '../../lib/console/browser/locales/pages/report.en.json' with { type: 'json' };
import tries from '../../lib/console/browser/locales/pages/try.en.json' with { type: 'json' };
import users from '../../lib/console/browser/locales/pages/users.en.json' with { type: 'json' };
import files from '../../shared/files/locales/en.json' with { type: 'json' };
import { bookingAttributeNames, userAttributeNames } from '../../shared/rules/attributes.ts';
import { fieldRulesOf } from '../../shared/rules/records.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const namesIn = (text: unknown): string[] =>
  [...new Set([...(JSON.stringify(text) ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted();

/** The placeholders of every text, by the path of the text. */
const placeholdersOf = (texts: unknown, path = ''): [string, string[]][] =>
  typeof texts === 'string'
    ? [[path, namesIn(texts)]]
    : Object.entries(texts as object).flatMap(([key, value]) => placeholdersOf(value, `${path}/${key}`));

it.each(
  globSync(
    '{lib/console/browser/locales,lib/console/browser/locales/pages,functions/admin/locales,shared/messages,shared/rules/locales,shared/files/locales}/*.json',
    { cwd: root },
  ),
)('%s has the texts, plural forms and placeholders of the English file', (file) => {
  const english = file.replace(/[\w-]+\.json$/, 'en.json');
  expect(placeholdersOf(JSON.parse(read(file)))).toEqual(placeholdersOf(JSON.parse(read(english))));
});

it('The texts name every field of a file, and every attribute that the log shows as changed', () => {
  for (const kind of ['users', 'bookings'] as const)
    expect(Object.keys(files.fields[kind])).toEqual(expect.arrayContaining(Object.keys(fieldRulesOf(kind))));
  // The log shows the first badge among all badges.
  const shown = [...userAttributeNames.filter((name) => name !== 'uid'), ...bookingAttributeNames];
  expect(Object.keys(en.log.members)).toEqual(expect.arrayContaining(shown));
});

/** Matches `t.key`, `t.map[` and `t.format(t.key, { … })`. */
const USE =
  /(?<format>\bt\.format\(\s*)?\bt\.(?<path>\w+(?:\.\w+)*)(?<index>\[\w+\])?(?:,\s*\{(?<values>[^]*?)\}\s*\))?/g;

const pages: Readonly<Record<string, object>> = { ...en, help, import: imports, members, report, try: tries, users };

const textAt = (page: string, path: string): unknown => {
  const texts: unknown = { ...en.common, ...pages[page] };
  return path.split('.').reduce((value, key) => Object(value)[key] as unknown, texts);
};

it('The console formats every text that has placeholders, with all their values', () => {
  const wrong = globSync('lib/console/browser/**/*.tsx', { cwd: root }).flatMap((file) => {
    const source = read(file);
    const page = /(?:useTexts\(|TextsOf<)'(\w+)'/.exec(source)?.[1] ?? 'common';
    return [...source.matchAll(USE)].flatMap(({ groups: { format, path = '', index, values = '' } = {} }) => {
      const text = textAt(page, path);
      const isMap = typeof text === 'object' && text !== null && !('other' in text);
      if (isMap && index === undefined) return [];
      const given = new Set(values.match(/(?<![.\w])\w+(?=\s*(?:[:,]|$))/g));
      const isRight = namesIn(text).every((name) => format !== undefined && given.has(name));
      return isRight ? [] : [`${file}: ${path}`];
    });
  });
  expect(wrong).toEqual([]);
});
