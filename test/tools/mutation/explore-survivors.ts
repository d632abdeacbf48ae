import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of Stryker's report: https://github.com/stryker-mutator/mutation-testing-elements */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly replacement: string;
          readonly location: { readonly start: Position; readonly end: Position };
        }[];
      }
    >
  >;
}

interface Survivor {
  readonly file: string;
  readonly place: string;
  readonly mutated: string;
  readonly replacement: string;
}

const offsetOf = (source: string, { line, column }: Position): number =>
  source
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, text) => sum + text.length + 1, column - 1);

const findSurvivors = (report: Report): Survivor[] =>
  Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ replacement, location: { start, end } }) => ({
        file,
        place: `${file}:${start.line}:${start.column}`,
        mutated: source.slice(0, offsetOf(source, start)) + replacement + source.slice(offsetOf(source, end)),
        replacement,
      })),
  );

/** The first invariant that the small form of the explorer finds broken in a service with the mutant, if any. */
const explore = async ({ file, mutated }: Survivor): Promise<string> => {
  const explorer = join(root, 'test/tools/explore/run-explorer.ts');
  const loader = join(import.meta.dirname, 'load-survivor.ts');
  const args = ['--disable-warning=ExperimentalWarning', '--import', loader, explorer, '--small'];
  try {
    const env = { ...process.env, MUTATED_FILE: file, MUTATED_SOURCE: mutated };
    const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
    return stdout.includes('not loaded: ') ? 'the explorer does not use this file' : 'not found';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    const [, scenario = '', invariant = ''] = /^(\S+): \d+ faults.*\nBROKEN: (.*)$/m.exec(stdout) ?? [];
    return invariant === '' ? `found: ${stderr.trim().split('\n').at(-1)}` : `found by ${scenario}: ${invariant}`;
  }
};

/** Runs the explorer on each mutant that survived the last run, and prints which mutants it detects. */
export const exploreSurvivors = async (reportFile: string): Promise<void> => {
  const survivors = findSurvivors(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
  for (const survivor of survivors) {
    const found = await explore(survivor);
    console.log(`${survivor.place} ${JSON.stringify(survivor.replacement)}: ${found}`);
  }
  console.log(`${survivors.length} survivors`);
};
