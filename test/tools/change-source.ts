import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A change of one file of the service, for a test of the tests: they must notice it. */
export interface SourceChange {
  /** From the project's root. */
  readonly file: string;
  /** Is in the file once. */
  readonly text: string;
  readonly instead: string;
}

/** Loads a file with a change from now on. @throws Error if the file does not hold the text once */
export const changeSource = ({ file, text, instead }: SourceChange): void => {
  const path = join(import.meta.dirname, '../..', file);
  const before = readFileSync(path, 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not hold once what is to be changed: ${text}`);
  const { href } = pathToFileURL(path);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url === href ? { ...loaded, source: before.replace(text, () => instead) } : loaded;
    },
  });
};
