import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readOptions } from './read-options.ts';

/** Prints a line for each check. A check that fails throws an Error. */
export interface Checks {
  readonly check: (what: string, holds: boolean, found?: unknown) => void;
  readonly equal: (what: string, found: unknown, expected: unknown) => void;
  /** Runs a part of a test. If a check fails, or the part throws, that part ends, and the test continues. */
  readonly attempt: (part: string, run: () => Promise<unknown>) => Promise<void>;
  /** The checks that have failed. */
  readonly failures: readonly string[];
  readonly count: () => number;
}

export const makeChecks = (print: (line: string) => void): Checks => {
  const failures: string[] = [];
  let count = 0;
  const check: Checks['check'] = (what, holds, found) => {
    count += 1;
    print(holds ? `ok    ${what}` : `WRONG ${what}: ${typeof found === 'string' ? found : JSON.stringify(found)}`);
    if (holds) return;
    failures.push(what);
    throw new Error(what);
  };
  const attempt: Checks['attempt'] = async (part, run) => {
    const known = failures.length;
    try {
      await run();
    } catch (error) {
      if (failures.length > known) return;
      failures.push(part);
      print(`WRONG ${part} did not run to its end: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  return {
    check,
    equal: (what, found, expected) => check(what, isDeepStrictEqual(found, expected), found),
    attempt,
    failures,
    count: () => count,
  };
};

export interface ToolRun {
  readonly checks: Checks;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  /** Runs at the end, in reverse order. */
  readonly defer: (stop: () => unknown) => void;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

interface Tool {
  readonly help: string;
  /** Options besides `--help`. Without any, the program takes no other words either. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The required programs that this machine does not have. */
  readonly missing?: () => readonly string[];
  readonly run: (run: ToolRun) => Promise<unknown>;
}

const EXIT_CODES = 'Exit code 0 if every check passes, 1 if a check fails, 2 if the test cannot run here.';

/** Runs a test program. Its exit code is 0 if every check passes, 1 if one fails, and 2 if the test cannot run here. */
export const runTool = async ({ help, options, missing = () => [], run }: Tool): Promise<never> => {
  // An interruption must also end the programs that the test has started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const { values, positionals } = readOptions(`${help}\n${EXIT_CODES}`, options, options !== undefined);
  const lacking = missing();
  if (lacking.length > 0) {
    console.log(`Not run: this machine does not have ${lacking.join(', ')}. See --help.`);
    process.exit(2);
  }
  const startedAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'checkin-test-'));
  const checks = makeChecks(console.log);
  await checks.attempt('the test', async () => {
    await using ending = new AsyncDisposableStack();
    ending.defer(() => rmSync(folder, { recursive: true, force: true }));
    const defer: ToolRun['defer'] = (stop) => ending.defer(async () => void (await stop()));
    await run({ checks, folder, defer, values, positionals });
  });
  const failed = checks.failures.length;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${failed > 0 ? 'FAILED' : 'PASSED'}: ${checks.count()} checks, ${failed} wrong, in ${seconds} s`);
  // Ends the process even if connections are still open.
  process.exit(failed > 0 ? 1 : 0);
};
