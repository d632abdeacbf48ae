import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testFiles } from './test-files.ts';
import { importsOf, loadTests, runTests, type Suite } from './run-tests.ts';

/** Copies the used parts of Stryker's own types, because Stryker is installed only where mutation tests are run. */
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  /** The ids of the tests to run. Undefined for a mutant of load-time code, for which the tests must be loaded again. */
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly sandboxFileName: string;
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

/** The tests of each test file, by the URL of the file in Stryker's copy of the project. */
const suites = new Map<string, Suite>();

/** Loads the test files. Stryker's copy of the project has become the working directory. */
const init = async (): Promise<void> => {
  for (const file of globSync(testFiles).toSorted()) {
    const url = pathToFileURL(resolve(file)).href;
    suites.set(url, await loadTests(url));
  }
};

/** The URLs of the test files that import a source, those with the fewest imports first: they test it most directly. */
const findTestsOf = (source: string): string[] => {
  const { href } = pathToFileURL(source);
  return [...suites.keys()]
    .map((url) => ({ url, imported: importsOf(url) }))
    .filter(({ imported }) => imported.has(href))
    .toSorted((one, other) => one.imported.size - other.imported.size)
    .map(({ url }) => url);
};

const run = (suite: Suite, isWanted: (id: string) => boolean, stopsAtFailure: boolean) =>
  runTests(suite, isWanted, stopsAtFailure, (id) => void (instrumentation.currentTestId = id));

/**
 * Runs all tests without a mutant.
 * @param sources the mutated files. They are loaded before the first test. Otherwise their load-time code would count as part
 * of the first test that loads them, such as a test that runs a command
 */
const dryRun = async ({ files: sources = [] }: { readonly files?: readonly string[] }) => {
  for (const source of sources) await import(pathToFileURL(source).href);
  const tests = [];
  for (const suite of suites.values()) tests.push(...(await run(suite, () => true, false)));
  return { status: 'complete', mutantCoverage: instrumentation.mutantCoverage, tests };
};

/** Whether an earlier mutant changed the state of the process, so that tests now fail even without a mutant. */
let isStateChanged = false;

/** Runs the tests until one fails. @returns how many ran, and the one that failed */
const findFailure = async (urls: readonly string[], isWanted: (id: string) => boolean, query?: string) => {
  let count = 0;
  for (const url of urls) {
    const suite = query === undefined ? (suites.get(url) as Suite) : await loadTests(url, query).catch(String);
    // A mutant of load-time code can make a test file fail before its tests begin.
    if (typeof suite === 'string') return { count, failed: { id: `${url} #0`, failureMessage: suite } };
    const results = await run(suite, isWanted, true);
    count += results.length;
    const failed = results.find(({ status }) => status === 1);
    if (failed) return { count, failed };
  }
  return { count, failed: undefined };
};

const mutantRun = async ({ activeMutant, testFilter, hitLimit, sandboxFileName }: MutantRun) => {
  // This error makes Stryker repeat the run in a new process.
  if (isStateChanged) throw new Error('an earlier mutant has changed the state of the process');
  const filter = new Set(testFilter);
  const isWanted = (id: string): boolean => !testFilter || filter.has(id);
  const urls = findTestsOf(sandboxFileName);
  Object.assign(instrumentation, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
  const { count, failed } = await findFailure(urls, isWanted, testFilter ? undefined : `?mutant=${activeMutant.id}`);
  const isEndless = hitLimit !== undefined && (instrumentation.hitCount ?? 0) > hitLimit;
  Object.assign(instrumentation, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  if (isEndless) return { status: 'timeout', reason: 'an endless loop' };
  if (count === 0 && !failed) throw new Error(`no test of ${sandboxFileName} was run`);
  if (!failed) return { status: 'survived', nrOfTests: count };
  isStateChanged = (await findFailure(urls, (id) => id === failed.id)).failed !== undefined;
  return { status: 'killed', killedBy: [failed.id], failureMessage: failed.failureMessage, nrOfTests: count };
};

const makeRunner = () => ({ capabilities: () => ({ reloadEnvironment: true }), init, dryRun, mutantRun });

/**
 * A test runner for Stryker. All tests run in one process that loads each file once, so that a mutant takes milliseconds. Only
 * a mutant of load-time code needs the files to be loaded again. Jest would load them again for each mutant.
 */
const runner = { kind: 'TestRunner', name: 'in-process', factory: Object.assign(makeRunner, { inject: [] as const }) };

/** The part of Babel's `NodePath` that is used here. */
interface NodePath {
  readonly listKey?: string | null;
  readonly key: string | number | null;
  readonly node: { readonly type: string };
  readonly parent?: { readonly type: string; readonly callee?: { readonly name?: string } };
}

/** The position of the message for the log, which no test has to repeat, among the arguments of what makes an error. */
const MESSAGE_POSITIONS: Readonly<Record<string, number>> = { ServiceError: 1, invalidField: 2 };

const messageIgnorer = Object.assign(
  () => ({
    shouldIgnore: ({ node, parent, listKey, key }: NodePath): string | undefined =>
      /^(?:String|Template)Literal$/.test(node.type) &&
      listKey === 'arguments' &&
      key === MESSAGE_POSITIONS[parent?.callee?.name ?? '']
        ? 'the message of an error is text for the log'
        : undefined,
  }),
  { inject: [] as const },
);

export const strykerPlugins = [runner, { kind: 'Ignore', name: 'error-messages', factory: messageIgnorer }];
