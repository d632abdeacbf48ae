import { format } from 'node:util';

type Step = () => unknown;

/** A test. Its id consists of the file, the titles, and the position in the `describe`. */
export interface Test {
  readonly id: string;
  readonly run: Step;
}

/** A file or a `describe`, with its tests and suites in order. */
export interface Suite {
  readonly id: string;
  readonly parts: (Suite | Test)[];
  readonly beforeAll: Step[];
  readonly beforeEach: Step[];
  readonly afterEach: Step[];
  readonly afterAll: Step[];
}

export const makeSuite = (id: string): Suite => ({
  id,
  parts: [],
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  afterAll: [],
});

export const isSuite = (part: Suite | Test): part is Suite => 'parts' in part;

let current: Suite | undefined;

/** Runs `define`, and adds to the suite the tests that it defines. */
export const collect = async (suite: Suite, define: () => unknown): Promise<void> => {
  current = suite;
  await define();
  current = undefined;
};

const currentSuite = (): Suite => {
  if (!current) throw new Error('a test must be defined while its file is loaded');
  return current;
};

const idOf = (title: string): string => `${currentSuite().id} › ${title} #${currentSuite().parts.length}`;

const defineSuite = (title: string, define: Step): void => {
  const outer = currentSuite();
  const suite = makeSuite(idOf(title));
  outer.parts.push(suite);
  current = suite;
  define();
  current = outer;
};

const defineTest = (title: string, run: Step): void => {
  currentSuite().parts.push({ id: idOf(title), run });
};

type Table = readonly unknown[];
type EachStep = (...values: readonly unknown[]) => unknown;

/** Formats only the values for which the title has placeholders. Others, such as random ids, can differ in each process. */
const titleOf = (title: string, values: Table): string =>
  format(title, ...values.slice(0, title.match(/%[a-z]/g)?.length ?? 0));

const withEach = (define: (title: string, run: Step) => void) =>
  Object.assign(define, {
    each: (table: Table) => (title: string, run: EachStep) => {
      const rows = table.every((row) => Array.isArray(row)) ? (table as readonly Table[]) : table.map((row) => [row]);
      for (const values of rows) define(titleOf(title, values), () => run(...values));
    },
  });

/** The part of `@jest/globals` that is used by the test files of the mutation run. */
export const describe = withEach(defineSuite);
export const it = withEach(defineTest);
export const test = it;
export const beforeAll = (step: Step): number => currentSuite().beforeAll.push(step);
export const beforeEach = (step: Step): number => currentSuite().beforeEach.push(step);
export const afterEach = (step: Step): number => currentSuite().afterEach.push(step);
export const afterAll = (step: Step): number => currentSuite().afterAll.push(step);
export { expect } from 'expect';
