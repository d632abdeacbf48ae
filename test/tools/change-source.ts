import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A change to one source file. The tests must detect the change. */
export interface SourceChange {
  /** The path from the project's root. */
  readonly file: string;
  /** The text to replace, which occurs exactly once in the file. */
  readonly text: string;
  readonly instead: string;
}

/**
 * Applies the change whenever the file is loaded.
 * @throws Error if the text does not occur exactly once in the file
 */
export const changeSource = ({ file, text, instead }: SourceChange): void => {
  const path = join(import.meta.dirname, '../..', file);
  const before = readFileSync(path, 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} must contain exactly once: ${text}`);
  const { href } = pathToFileURL(path);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url === href
        ? { ...loaded, source: (loaded.source as string | Uint8Array).toString().replace(text, () => instead) }
        : loaded;
    },
  });
};

/** The environment variable that lists the changes. {@link withChanges} sets it, and makes the process load this file first. */
const VARIABLE = 'SOURCE_CHANGES';

const changesIn = (environment: NodeJS.ProcessEnv): readonly SourceChange[] =>
  JSON.parse(environment[VARIABLE] ?? '[]') as SourceChange[];

/** Returns the environment of a process that runs with the changes. Its child processes inherit them. */
export const withChanges = (environment: NodeJS.ProcessEnv, changes: readonly SourceChange[]): NodeJS.ProcessEnv => ({
  ...environment,
  NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${import.meta.url}`,
  [VARIABLE]: JSON.stringify(changes),
});

for (const change of changesIn(process.env)) changeSource(change);
