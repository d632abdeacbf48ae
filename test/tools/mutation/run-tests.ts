import { addEventHandler, getState, resetState, run, type Event, type State } from 'jest-circus';

type Block = State['rootDescribeBlock'];
type Test = Extract<Block['children'][number], { type: 'test' }>;

/** The tests that a file defines, by id. An id is the file and a position, because titles can repeat. */
export interface Suite {
  readonly root: Block;
  readonly tests: ReadonlyMap<string, Test>;
}

/** The result of a test. The test passed if `failure` is absent. */
export interface TestEnd {
  readonly id: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly failure?: string;
}

export interface TestRun {
  /** Returns whether to run the test with this id. */
  readonly isWanted: (id: string) => boolean;
  /** Called when a test starts and, with undefined, when it has ended. */
  readonly setCurrentTest: (id: string | undefined) => void;
  /** Whether the run ends with the first test that fails. */
  readonly stopsAtFailure: boolean;
}

/** Ends a test whose promise a mutant leaves unsettled. Must be longer than any test takes on a busy machine. */
const TIMEOUT_MILLISECONDS = 5_000;

const testsIn = (block: Block): Test[] =>
  block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

const titlesOf = ({ name, parent }: Test | Block): string[] => (parent ? [...titlesOf(parent), name] : []);

/** Collects the tests that `define` defines. */
export const collectTests = async (file: string, define: () => Promise<unknown>): Promise<Suite> => {
  resetState();
  await define();
  const root = getState().rootDescribeBlock;
  return { root, tests: new Map(testsIn(root).map((test, index) => [`${file} #${index}`, test])) };
};

let onEvent: ((event: Event) => void) | undefined;
addEventHandler((event: Event) => onEvent?.(event));

/** Runs the wanted tests, one at a time. */
export const runTests = async ({ root, tests }: Suite, options: TestRun): Promise<TestEnd[]> => {
  const { isWanted, setCurrentTest, stopsAtFailure } = options;
  const wanted = [...tests].filter(([id]) => isWanted(id));
  const ids = new Map(wanted.map(([id, test]) => [test, id]));
  for (const test of tests.values())
    Object.assign(test, { mode: ids.has(test) ? undefined : 'skip', status: null, errors: [] });
  resetState();
  Object.assign(getState(), { rootDescribeBlock: root, testTimeout: TIMEOUT_MILLISECONDS });
  onEvent = (event) => {
    if (event.name === 'test_started') setCurrentTest(ids.get(event.test));
    if (event.name !== 'test_done') return;
    setCurrentTest(undefined);
    const isOver = stopsAtFailure && event.test.errors.length > 0;
    if (isOver) for (const [, test] of wanted) if (test.status === null) test.mode = 'skip';
  };
  await run();
  return wanted
    .filter(([, { status }]) => status === 'done')
    .map(([id, test]) => ({
      id,
      name: titlesOf(test).join(' › '),
      milliseconds: test.duration ?? 0,
      ...(test.errors.length > 0 && { failure: String([test.errors[0]].flat()[0]) }),
    }));
};
