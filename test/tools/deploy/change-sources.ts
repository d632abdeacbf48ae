import { changeSource, type SourceChange } from '../change-source.ts';

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

/** Applies an environment's changes to a document. Modules need no such call, because they are changed when they are loaded. */
export const changeDocument = (file: string, content: string, environment: NodeJS.ProcessEnv): string =>
  changesIn(environment)
    .filter((change) => change.file === file)
    .reduce((changed, { text, instead }) => changed.replace(text, () => instead), content);

for (const change of changesIn(process.env)) changeSource(change);
