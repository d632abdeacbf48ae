import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from '@jest/globals';
import { marked, walkTokens } from 'marked';

const root = join(import.meta.dirname, '../..');
const documents = globSync(['*.md', '{clients,docs,test}/**/*.md'], { cwd: root, exclude: ['**/node_modules'] });

/** The anchor that GitHub makes of a heading: lower case, without punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const readDocument = (file: string): { readonly anchors: ReadonlySet<string>; readonly links: readonly string[] } => {
  const anchors = new Set<string>();
  const links: string[] = [];
  void walkTokens(marked.lexer(readFileSync(join(root, file), 'utf8')), (token) => {
    if (token.type === 'heading') anchors.add(anchorOf((token as { text: string }).text));
    if (token.type === 'link' || token.type === 'image') links.push((token as { href: string }).href);
  });
  return { anchors, links };
};

const isBroken = (file: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !readDocument(target).anchors.has(anchor);
};

it.each(documents)('The links in %s lead to a file and a heading that exist', (file) => {
  const links = readDocument(file).links.filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => isBroken(file, link))).toEqual([]);
});

it.each(['docs/security.md', 'docs/protocols.md'])('%s names only files that exist', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const named = [...text.matchAll(/`((?:test|lib|shared|functions)\/[\w/.-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
