import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addEventHandler, getState, resetState, run, type Event, type State } from 'jest-circus';

type Block = State['rootDescribeBlock'];
type Test = Extract<Block['children'][number], { type: 'test' }>;

/** The tests that a file defines, by id. An id is the file and a position, because titles can repeat. */
export interface Suite {
  readonly root: Block;
  readonly tests: ReadonlyMap<string, Test>;
}

/** The result of a test, as Stryker expects it. `status`: 0 if it passed, 1 if it failed. */
interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly timeSpentMs: number;
  readonly status: 0 | 1;
  readonly failureMessage?: string;
}

/** Ends a test whose promise a mutant leaves unsettled. Must be longer than any test takes on a busy machine. */
const TIMEOUT_MILLISECONDS = 30_000;

/** The URLs of the files that each file imports, by the URL of the importing file. */
const imports = new Map<string, Set<string>>();
/** The query that is added to the URLs of the project's files to load them again. */
let query = '';
const testGlobals = pathToFileURL(join(import.meta.dirname, 'test-globals.ts')).href;

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier === '@jest/globals') return { url: testGlobals, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const { parentURL } = context;
    if (parentURL !== undefined && specifier.startsWith('.'))
      imports.set(parentURL, (imports.get(parentURL) ?? new Set()).add(resolved.url));
    const isProjectFile = resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/');
    return isProjectFile ? { ...resolved, url: resolved.url + query } : resolved;
  },
});

/** The URLs of the files that a file imports, directly or indirectly. */
export const importsOf = (url: string, found = new Set<string>()): ReadonlySet<string> => {
  for (const one of imports.get(url) ?? []) if (!found.has(one)) importsOf(one, found.add(one));
  return found;
};

const testsIn = (block: Block): Test[] =>
  block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

/** @param newQuery different from those of earlier calls, so that the file and its imports are loaded again */
export const loadTests = async (url: string, newQuery = ''): Promise<Suite> => {
  resetState();
  query = newQuery;
  await import(url).finally(() => (query = ''));
  const root = getState().rootDescribeBlock;
  return { root, tests: new Map(testsIn(root).map((test, index) => [`${url} #${index}`, test])) };
};

const titlesOf = ({ name, parent }: Test | Block): string[] => (parent ? [...titlesOf(parent), name] : []);

let onEvent: ((event: Event) => void) | undefined;
addEventHandler((event: Event) => onEvent?.(event));

/**
 * Runs the wanted tests, one at a time, until the first failure if `stopsAtFailure`.
 * @param setCurrentTest called when a test starts and, with undefined, when it has ended
 */
export const runTests = async (
  { root, tests }: Suite,
  isWanted: (id: string) => boolean,
  stopsAtFailure: boolean,
  setCurrentTest: (id: string | undefined) => void,
): Promise<TestResult[]> => {
  // Hooks run even if every test is skipped.
  if (![...tests.keys()].some(isWanted)) return [];
  const ids = new Map([...tests].map(([id, test]) => [test, id]));
  for (const [id, test] of tests)
    Object.assign(test, { mode: isWanted(id) ? undefined : 'skip', status: null, errors: [] });
  resetState();
  Object.assign(getState(), { rootDescribeBlock: root, testTimeout: TIMEOUT_MILLISECONDS });
  onEvent = (event) => {
    if (event.name === 'test_started') setCurrentTest(ids.get(event.test));
    if (event.name !== 'test_done') return;
    setCurrentTest(undefined);
    const isOver = stopsAtFailure && event.test.errors.length > 0;
    if (isOver) for (const test of tests.values()) if (test.status === null) test.mode = 'skip';
  };
  await run();
  return [...tests]
    .filter(([, { status }]) => status === 'done')
    .map(([id, test]): TestResult => {
      // A test that rejects with undefined has failed too: Circus then adds an error with the place.
      const failure = test.errors.flat().find((error) => error !== undefined);
      return {
        id,
        name: titlesOf(test).join(' › '),
        timeSpentMs: test.duration ?? 0,
        ...(failure === undefined ? { status: 0 } : { status: 1, failureMessage: String(failure) }),
      };
    });
};
