import { setImmediate as nextTurn } from 'node:timers/promises';
import { isSuite, type Suite, type Test } from './test-api.ts';

/** The result of a test. The test passed if `failure` is absent. */
export interface TestEnd {
  readonly id: string;
  readonly milliseconds: number;
  readonly failure?: string;
}

export interface TestRun {
  /** Returns whether to run the test with this id. */
  readonly isWanted: (id: string) => boolean;
  /** Called with undefined when the current test has ended. */
  readonly setCurrentTest: (id: string | undefined) => void;
  /** Whether the run ends with the first test that fails. */
  readonly stopsAtFailure: boolean;
}

/**
 * The active resources of a process that only waits for its parent: its pipes, the socket to Stryker's log, and the `setImmediate`
 * of the check itself.
 */
const IDLE_RESOURCES = new Set(['PipeWrap', 'TTYWrap', 'TCPSocketWrap', 'Immediate']);
/** Must be longer than any work that is not in the list of active resources, such as making a signature. */
const IDLE_MILLISECONDS = 2_000;
const BUSY_MILLISECONDS = 100;

const isIdle = (): boolean => process.getActiveResourcesInfo().every((name) => IDLE_RESOURCES.has(name));

/** Runs a step of a test. Fails if the step still waits when the process is idle, because mutants can leave promises unsettled. */
const settle = async (step: () => unknown): Promise<void> => {
  const watchAbort = new AbortController();
  const watch = async (): Promise<void> => {
    let [idleSince, lastTurn] = [performance.now(), performance.now()];
    while (performance.now() - idleSince < IDLE_MILLISECONDS) {
      await nextTurn(undefined, { signal: watchAbort.signal });
      const now = performance.now();
      // A long turn means that this process or another one was busy.
      if (!isIdle() || now - lastTurn > BUSY_MILLISECONDS) idleSince = now;
      lastTurn = now;
    }
    throw new Error('the test waits, although the process is idle');
  };
  const watching = watch();
  // `watching` always rejects, with an AbortError if the step ends first.
  watching.catch(() => undefined);
  try {
    await Promise.race([step(), watching]);
  } finally {
    watchAbort.abort();
  }
};

const runAll = async (steps: readonly (() => unknown)[]): Promise<void> => {
  for (const step of steps) await settle(step);
};

const contains = (part: Suite | Test, isWanted: TestRun['isWanted']): boolean =>
  isSuite(part) ? part.parts.some((one) => contains(one, isWanted)) : isWanted(part.id);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs the wanted tests of a suite, one at a time. */
export const runSuite = async (suite: Suite, run: TestRun): Promise<TestEnd[]> => {
  const ends: TestEnd[] = [];

  const runTest = async ({ id, run: body }: Test, outerSuites: readonly Suite[]): Promise<void> => {
    const started = performance.now();
    let failure: string | undefined;
    run.setCurrentTest(id);
    try {
      await runAll(outerSuites.flatMap(({ beforeEach }) => beforeEach));
      await settle(body);
      await runAll(outerSuites.toReversed().flatMap(({ afterEach }) => afterEach));
    } catch (error) {
      failure = messageOf(error);
    }
    run.setCurrentTest(undefined);
    ends.push({ id, milliseconds: performance.now() - started, ...(failure !== undefined && { failure }) });
  };

  const isOver = (): boolean => run.stopsAtFailure && ends.some(({ failure }) => failure !== undefined);

  const runParts = async (one: Suite, outer: readonly Suite[]): Promise<void> => {
    const outerSuites = [...outer, one];
    try {
      await runAll(one.beforeAll);
    } catch (error) {
      ends.push({ id: one.id, milliseconds: 0, failure: messageOf(error) });
      return;
    }
    for (const part of one.parts) {
      if (isOver()) break;
      if (!contains(part, run.isWanted)) continue;
      await (isSuite(part) ? runParts(part, outerSuites) : runTest(part, outerSuites));
    }
    await runAll(one.afterAll).catch(() => undefined);
  };

  await runParts(suite, []);
  return ends;
};
