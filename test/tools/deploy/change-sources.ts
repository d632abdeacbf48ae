import { changeSource, type SourceChange } from '../change-source.ts';

/** The variable of a process that changes sources when it loads them: this file is loaded before its program, by `--import`. */
const VARIABLE = 'SOURCE_CHANGES';

const changesIn = (environment: NodeJS.ProcessEnv): readonly SourceChange[] =>
  JSON.parse(environment[VARIABLE] ?? '[]') as SourceChange[];

/** The environment variables of a process with the changes, and of those that it starts. */
export const withChanges = (environment: NodeJS.ProcessEnv, changes: readonly SourceChange[]): NodeJS.ProcessEnv => ({
  ...environment,
  NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${import.meta.url}`,
  [VARIABLE]: JSON.stringify(changes),
});

/** A document, which no process loads, with the changes of an environment. */
export const changeDocument = (file: string, content: string, environment: NodeJS.ProcessEnv): string =>
  changesIn(environment)
    .filter((change) => change.file === file)
    .reduce((changed, { text, instead }) => changed.replace(text, () => instead), content);

for (const change of changesIn(process.env)) changeSource(change);
