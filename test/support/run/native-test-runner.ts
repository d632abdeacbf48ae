import { flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEmptyTestResult, type AssertionResult, type TestResult } from '@jest/test-result';
import { getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { undoChanges } from './change-for-file.ts';
import { keepServiceLog, takeErrors, takeLog } from './service-log.ts';

keepServiceLog();

// `@jest/globals` only exists in Jest's own module loader.
const testGlobals = pathToFileURL(join(import.meta.dirname, 'test-globals.ts')).href;
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals' ? { url: testGlobals, shortCircuit: true } : nextResolve(specifier, context),
});

type ProjectConfig = Parameters<typeof formatResultsErrors>[1] & { readonly testTimeout?: number };
type GlobalConfig = Parameters<typeof formatResultsErrors>[2] & {
  readonly randomize?: boolean;
  readonly seed: number;
  readonly testNamePattern?: string;
};

const STATUS = { done: 'passed', skip: 'pending', todo: 'todo' } as const;

type CircusResult = Awaited<ReturnType<typeof run>>['testResults'][number];

const toAssertionResult = (result: CircusResult): AssertionResult => {
  const titles = result.testPath.slice(1);
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1) as string,
    fullName: titles.join(' '),
    duration: result.duration ?? null,
    failing: false,
    failureDetails: [...result.errorsDetailed],
    failureMessages: [...result.errors],
    numPassingAsserts: 0,
    status: result.errors.length > 0 ? 'failed' : STATUS[result.status as 'done' | 'skip' | 'todo'],
  };
};

/** Unhandled rejections, and errors that callbacks threw and no test caught. They fail the test file that is running. */
const uncaught = new Map<unknown, unknown>();
process.on('uncaughtException', (error) => uncaught.set(error, error));
process.on('unhandledRejection', (error, promise) => uncaught.set(promise, error));
process.on('rejectionHandled', (promise) => uncaught.delete(promise));

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The original `process.env`, which a test file can replace. Only changes to the original, such as TZ, affect the process. */
const environment = process.env;

const restoreEnvironment = (earlier: Readonly<NodeJS.ProcessEnv>): void => {
  process.env = environment;
  for (const name of Object.keys(process.env)) if (!(name in earlier)) delete process.env[name];
  Object.assign(process.env, earlier);
};

const loadAndRun = async (testPath: string): ReturnType<typeof run> => {
  await import(pathToFileURL(testPath).href);
  return run();
};

/**
 * Runs a test file in the worker's own process, with the module loader of Node.js, so that the test files of a worker share
 * modules and globals. Jest's own runner loads every module, including the SDK, again for each test file, which took more than
 * half of the CPU time of the tests.
 * {@link undoChanges} restores what a test file has changed. What a service logs is shown only if the test file fails.
 */
export default async (
  globalConfig: GlobalConfig,
  config: ProjectConfig,
  _environment: unknown,
  _runtime: unknown,
  testPath: string,
): Promise<TestResult> => {
  const earlier = { ...process.env };
  // What a service of an earlier file logged after that file's end says nothing about this file.
  takeErrors();
  takeLog();
  // Jest sets 100, which makes each error of the code under test slow.
  Error.stackTraceLimit = 10;
  resetState();
  Object.assign(getState(), {
    randomize: globalConfig.randomize,
    seed: globalConfig.seed,
    testTimeout: config.testTimeout,
    testNamePattern: globalConfig.testNamePattern ? new RegExp(globalConfig.testNamePattern, 'i') : null,
  });
  const { testResults, unhandledErrorsDetailed } = await loadAndRun(testPath).finally(() => {
    undoChanges();
    restoreEnvironment(earlier);
  });
  // Without this, a worker would write the cache at its exit, which Jest interrupts after half a second.
  flushCompileCache();
  const results = testResults.map(toAssertionResult);
  const count = (status: AssertionResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const unhandled = [...unhandledErrorsDetailed, ...uncaught.values()].map(toError);
  uncaught.clear();
  const errors = takeErrors();
  const untaken = `The service logged errors that no test took: ${errors.join(', ')}`;
  if (errors.length > 0) unhandled.push(Object.assign(new Error(untaken), { stack: untaken }));
  const log = takeLog();
  const failures = [
    formatResultsErrors(results, config, globalConfig, testPath),
    ...unhandled.map((error) => formatExecError(error, config, globalConfig)),
  ].filter(Boolean);
  return {
    ...createEmptyTestResult(),
    failureMessage: failures.length > 0 ? [...failures, log].join('\n') : '',
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testFilePath: testPath,
    testResults: results,
    ...(unhandled.length > 0 && {
      testExecError: { message: '', stack: unhandled.map(({ stack }) => stack).join('\n') },
    }),
  };
};
