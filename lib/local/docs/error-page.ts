import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';
import type { HtmlPage } from '../html-page.ts';
import { makeDocsPage } from './html.ts';

const ERRORS_FILE = join(import.meta.dirname, '../../../docs/errors.md');

/** Makes the same anchors as GitHub, so that a link to an error code works in the file and on the page. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

const markdown = new Marked({
  renderer: {
    heading: ({ depth, text }) => `<h${depth} id="${anchorOf(text)}">${text}</h${depth}>\n`,
  },
});

/** docs/errors.md as a page: `/docs/errors#user_not_found` opens the section of that code. */
export const makeErrorsPage = async (): Promise<HtmlPage> => {
  const content = await markdown.parse(await readFile(ERRORS_FILE, 'utf8'));
  return makeDocsPage('Errors', '', `<main>\n<p><a href="/docs">API</a></p>\n${content}</main>\n`);
};
