import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
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
// The first failure kills a mutant. The smallest one would take seconds to find.
fc.configureGlobal({ endOnFailure: true });
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

/** What the run without a mutant finds out about a test file. */
interface TestFile {
  readonly url: string;
  /** The files that the test file imports, also those that only a running test imports. */
  readonly imports: readonly string[];
  readonly milliseconds: number;
}
let found: TestFile[] = [];
/** Tells the processes that start later. */
const FOUND_FILE = 'mutation-test-files.json';

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
  for (const [url, suite] of suites) {
    const results = await run(suite, () => true, false);
    // With the names of the files, Stryker's incremental mode finds out which tests have changed.
    tests.push(...results.map((result) => ({ ...result, fileName: fileURLToPath(url) })));
    const milliseconds = results.reduce((sum, { timeSpentMs }) => sum + timeSpentMs, 0);
    found.push({ url, imports: [...importsOf(url)], milliseconds });
  }
  writeFileSync(FOUND_FILE, JSON.stringify(found));
  return { status: 'complete', mutantCoverage: instrumentation.mutantCoverage, tests };
};

/** The URLs of the test files that import a source, the fastest first. */
const findTestsOf = (source: string): string[] => {
  const { href } = pathToFileURL(source);
  if (found.length === 0) found = JSON.parse(readFileSync(FOUND_FILE, 'utf8'));
  return found
    .filter(({ imports }) => imports.includes(href))
    .toSorted((one, other) => one.milliseconds - other.milliseconds)
    .map(({ url }) => url);
};

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

/** The number of mutants that have been tested in this process. */
let mutantCount = 0;
/** Whether a mutant has changed the state of the process, so that a test now fails even without a mutant. */
let isStateChanged = false;

const mutantRun = async ({ activeMutant, testFilter, hitLimit: hundredfold, sandboxFileName }: MutantRun) => {
  // This error makes Stryker repeat the run in a new process.
  if (isStateChanged) throw new Error('an earlier mutant has changed the state of the process');
  mutantCount += 1;
  // Stryker's limit is a hundred times the hits without a mutant, which takes an endless loop minutes.
  const hitLimit = hundredfold && hundredfold / 10;
  const filter = new Set(testFilter);
  const isWanted = (id: string): boolean => !testFilter || filter.has(id);
  const urls = findTestsOf(sandboxFileName);
  Object.assign(instrumentation, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
  const { count, failed } = await findFailure(urls, isWanted, testFilter ? undefined : `?mutant=${activeMutant.id}`);
  const isEndless = hitLimit !== undefined && (instrumentation.hitCount ?? 0) > hitLimit;
  Object.assign(instrumentation, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  if (isEndless) return { status: 'timeout', reason: 'an endless loop' };
  if (!failed) return { status: 'survived', nrOfTests: count };
  isStateChanged = (await findFailure(urls, (id) => id === failed.id)).failed !== undefined;
  // The test may have failed because of an earlier mutant.
  if (isStateChanged && mutantCount > 1) throw new Error('a mutant has changed the state of the process');
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
