import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A section of docs/errors.md: an error's causes and what to do, in Markdown. */
export interface ErrorSection {
  /** The error's code, or the section's heading. */
  readonly title: string;
  readonly text: string;
}

const ERRORS_FILE = join(import.meta.dirname, '../../../docs/errors.md');

/** The sections of docs/errors.md in their order, so that the page and the document say the same. */
export const readErrorSections = (): readonly ErrorSection[] =>
  readFileSync(ERRORS_FILE, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title, text: lines.join('\n').trim() };
    });
