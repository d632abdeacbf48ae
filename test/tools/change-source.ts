import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A change of one source file that the tests must detect. */
export interface SourceChange {
  /** From the project's root. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly instead: string;
}

const pathOf = (file: string): string => join(import.meta.dirname, '../..', file);

/** Uses another source whenever the file is loaded. @returns a function that returns whether it has been loaded */
export const loadInstead = (file: string, source: string): (() => boolean) => {
  const { href } = pathToFileURL(pathOf(file));
  let isLoaded = false;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (url !== href) return loaded;
      isLoaded = true;
      return { ...loaded, source };
    },
  });
  return () => isLoaded;
};

/**
 * Applies the change whenever the file is loaded.
 * @throws Error if the text does not occur once in the file
 */
export const changeSource = ({ file, text, instead }: SourceChange): void => {
  const before = readFileSync(pathOf(file), 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} must contain exactly once: ${text}`);
  loadInstead(
    file,
    before.replace(text, () => instead),
  );
};
