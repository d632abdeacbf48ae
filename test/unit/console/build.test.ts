import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { LANDING_PAGE } from '../../../lib/console/browser/navigation/page-id.ts';
import { buildConsole } from '../../../lib/console/build.ts';
import { languageTags } from '../../../shared/rules/languages.ts';

const files = new Map((await buildConsole()).map(({ path, body }) => [path.split('/').at(-1) ?? '', body]));

/** The files that a browser loads with a file: of a page, all that it names; of a script, its static imports. */
const loadedWith = (file: string): string[] => [
  file,
  ...[
    ...new TextDecoder().decode(files.get(file)).matchAll(/(?:from|import|=)"(?:\.|\/console\/assets)\/([\w.-]+)"/g),
  ].flatMap(([, name = '']) => loadedWith(name)),
];

const fileNamed = (start: string): string => [...files.keys()].find((name) => name.startsWith(start)) ?? '';

it.each(
  [...new Set(Object.values(LANDING_PAGE))].flatMap((page) =>
    languageTags.map((language) => [page, language] as const),
  ),
)('The page %s and all that it needs have at most 60 KB in %s', (page, language) => {
  const scripts = [fileNamed(`${page}-page-`), fileNamed(`${language}-`)];
  const names = new Set(['index.html', ...scripts].flatMap(loadedWith));
  const sizes = [...names].map((name) => gzipSync(files.get(name) as Uint8Array).length);
  // The first load may have 60 KB: the responses of the API need the rest.
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60 * 1024);
  expect(names.size).toBeGreaterThan(10);
});
