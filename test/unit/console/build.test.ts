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

const sizeOf = (file: string): number => gzipSync(files.get(file) ?? '').length;

/** The largest of the files with a name: the import has smaller files of texts, also named by their language. */
const fileNamed = (start: string): string =>
  [...files.keys()].filter((name) => name.startsWith(start)).toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ??
  '';

it.each(
  [...new Set(Object.values(LANDING_PAGE))].flatMap((page) =>
    languageTags.map((language) => [page, language] as const),
  ),
)('The page %s and all that it needs have at most 60 KB in %s', (page, language) => {
  const scripts = [fileNamed(`${page}-page-`), fileNamed(`${language}-`)];
  const names = new Set(['index.html', ...scripts].flatMap(loadedWith));
  // The first load may have 60 KB: the responses of the API need the rest.
  expect([...names].reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(60 * 1024);
  expect(names.size).toBeGreaterThan(10);
});
