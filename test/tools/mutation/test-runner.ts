import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { collectTests, runTests, type Suite, type TestEnd } from './run-tests.ts';
import { testFiles } from './test-files.ts';

/** Copies the used parts of Stryker's own types, because Stryker is installed only where mutation tests are run. */
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  /** The ids of the tests to run. If undefined, all tests in the files that import the mutated source are run. */
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly sandboxFileName: string;
  /** `static`: the mutant is also active while the files are loaded, so they are loaded again. */
  readonly mutantActivation: 'runtime' | 'static';
}

interface Instrumentation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: object;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** In this object, the mutated sources look up the active mutant. */
const instrumentation: Instrumentation = {};
Object.assign(globalThis, { __stryker__: instrumentation });

// The contract tests run on the database in memory.
process.env['TEST_DATABASE'] = 'memory';
process.env['NODE_ENV'] = 'test';
// Without a listener, an unhandled rejection would end the process.
process.on('unhandledRejection', () => undefined);

/** The URLs of the files that each file imports, by the URL of the importing file. */
const imports = new Map<string, Set<string>>();
/** The query that is added to the URLs of the project's files to load them again for a mutant of load-time code. */
let reloadQuery = '';
const testGlobals = pathToFileURL(join(import.meta.dirname, '../../support/run/test-globals.ts')).href;

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier === '@jest/globals') return { url: testGlobals, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const { parentURL } = context;
    if (parentURL !== undefined && specifier.startsWith('.'))
      imports.set(parentURL, (imports.get(parentURL) ?? new Set()).add(resolved.url));
    const isProjectFile = resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/');
    return isProjectFile ? { ...resolved, url: resolved.url + reloadQuery } : resolved;
  },
});

const importsOf = (url: string, found = new Set<string>()): Set<string> => {
  for (const one of imports.get(url) ?? [])
    if (!found.has(one)) {
      found.add(one);
      importsOf(one, found);
    }
  return found;
};

/** A path in Stryker's copy of the project. That folder becomes the working directory only after this module is loaded. */
const pathInCopy = (path: string): string => join(process.cwd(), path);
const toPath = (file: string): string => relative(process.cwd(), file);

/** A test file, the sources that it imports directly or indirectly, and the duration of its tests. */
interface KnownFile {
  readonly file: string;
  readonly sources: readonly string[];
  readonly milliseconds: number;
}

const KNOWN_FILES = 'known-test-files.json';

/** Saves the files for the processes that start after the first run. */
const saveFiles = (files: readonly string[], ends: readonly TestEnd[]): void => {
  const known = files.map((file): KnownFile => ({
    file,
    sources: [...importsOf(pathToFileURL(pathInCopy(file)).href)].map((url) => toPath(fileURLToPath(url))),
    milliseconds: ends.reduce((sum, { id, milliseconds }) => sum + (isIn(file, id) ? milliseconds : 0), 0),
  }));
  writeFileSync(pathInCopy(KNOWN_FILES), JSON.stringify(known));
};

/** The test files that import a source: first the one with the same name, then the others, the fastest first. */
const findTestsOf = (source: string): string[] => {
  const known = JSON.parse(readFileSync(pathInCopy(KNOWN_FILES), 'utf8')) as readonly KnownFile[];
  const mirror = basename(source).replace('.ts', '.test.ts');
  const rank = ({ file, milliseconds }: KnownFile): number => (basename(file) === mirror ? 0 : 1 + milliseconds);
  return known
    .filter(({ sources }) => sources.includes(source))
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ file }) => file);
};

const isIn = (file: string, id: string): boolean => id.startsWith(`${file} `);

const loadedSuites = new Map<string, Suite>();

const load = async (file: string, suites = loadedSuites): Promise<Suite> => {
  const suite = suites.get(file) ?? (await collectTests(file, () => import(pathToFileURL(pathInCopy(file)).href)));
  suites.set(file, suite);
  return suite;
};

const run = async (
  files: readonly string[],
  filter: ReadonlySet<string> | undefined,
  stopsAtFailure: boolean,
  suites = loadedSuites,
) => {
  const ends: TestEnd[] = [];
  for (const file of files) {
    const suite = await load(file, suites);
    const setCurrentTest = (id: string | undefined): void => void (instrumentation.currentTestId = id);
    ends.push(
      ...(await runTests(suite, { isWanted: (id) => !filter || filter.has(id), setCurrentTest, stopsAtFailure })),
    );
    if (stopsAtFailure && ends.some(({ failure }) => failure !== undefined)) break;
  }
  return ends;
};

const allFiles = (): string[] =>
  globSync([...testFiles.included], { cwd: process.cwd(), exclude: [...testFiles.excluded] }).toSorted();

/**
 * Runs all tests without a mutant.
 * @param sources the mutated files. They are loaded before the first test. Otherwise their load-time code would count as part
 * of the first test that loads them, such as a test that runs a command
 */
const dryRun = async ({ files: sources = [] }: { readonly files?: readonly string[] }) => {
  instrumentation.mutantCoverage = { static: {}, perTest: {} };
  for (const source of sources) await import(pathToFileURL(source).href);
  const files = allFiles();
  const ends = await run(files, undefined, false);
  saveFiles(files, ends);
  return {
    status: 'complete',
    mutantCoverage: instrumentation.mutantCoverage,
    tests: ends.map(({ id, name, milliseconds, failure }) => ({
      id,
      name,
      timeSpentMs: milliseconds,
      fileName: pathInCopy(id.split(' #')[0] as string),
      ...(failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure }),
    })),
  };
};

/** Whether an earlier mutant changed the state of the process, so that tests now fail even without a mutant. */
let isStateChanged = false;

const mutantRun = async ({ activeMutant, testFilter, hitLimit, sandboxFileName, mutantActivation }: MutantRun) => {
  // This error makes Stryker repeat the run in a new process.
  if (isStateChanged) throw new Error('an earlier mutant has changed the state of the process');
  const filter = testFilter && new Set(testFilter);
  const related = findTestsOf(toPath(sandboxFileName));
  const files = filter ? related.filter((file) => [...filter].some((id) => isIn(file, id))) : related;
  const isStatic = mutantActivation === 'static';
  if (isStatic) reloadQuery = `?mutant=${activeMutant.id}`;
  else for (const file of files) await load(file);
  Object.assign(instrumentation, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
  const ends = await run(files, filter, true, isStatic ? new Map() : loadedSuites).catch((error: unknown) => [
    { id: files[0] ?? '', milliseconds: 0, failure: String(error) },
  ]);
  reloadQuery = '';
  const isEndless = hitLimit !== undefined && (instrumentation.hitCount ?? 0) > hitLimit;
  Object.assign(instrumentation, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  if (isEndless) return { status: 'timeout', reason: 'an endless loop' };
  const failed = ends.find(({ failure }) => failure !== undefined);
  if (filter && ends.length === 0) throw new Error(`none of these tests exists: ${[...filter].join(', ')}`);
  if (!failed) return { status: 'survived', nrOfTests: ends.length };
  const failedIn = files.filter((file) => isIn(file, failed.id));
  const endsWithoutMutant = await run(failedIn, new Set([failed.id]), true);
  isStateChanged = endsWithoutMutant.some(({ failure }) => failure !== undefined);
  return { status: 'killed', killedBy: [failed.id], failureMessage: failed.failure, nrOfTests: ends.length };
};

const makeRunner = Object.assign(() => ({ capabilities: () => ({ reloadEnvironment: true }), dryRun, mutantRun }), {
  inject: [] as const,
});

/**
 * A test runner for Stryker. All tests run in one process that loads each file once, so that a mutant takes milliseconds. Only
 * a mutant of load-time code needs the files to be loaded again. Jest would load them again for each mutant.
 */
const runner = { kind: 'TestRunner', name: 'in-process', factory: makeRunner };

/** The part of Babel's `NodePath` that is used here. */
interface NodePath {
  readonly listKey?: string | null;
  readonly key: string | number | null;
  readonly node: { readonly type: string };
  readonly parent?: { readonly type: string; readonly callee?: { readonly name?: string } };
}

/** The message of a `ServiceError` is text for the log, which no test has to repeat. */
const messageIgnorer = Object.assign(
  () => ({
    shouldIgnore: ({ node, parent, listKey, key }: NodePath): string | undefined =>
      /^(?:String|Template)Literal$/.test(node.type) &&
      parent?.type === 'NewExpression' &&
      parent.callee?.name === 'ServiceError' &&
      listKey === 'arguments' &&
      key === 1
        ? 'the message of a ServiceError is text for the log'
        : undefined,
  }),
  { inject: [] as const },
);

export const strykerPlugins = [runner, { kind: 'Ignore', name: 'error-messages', factory: messageIgnorer }];
