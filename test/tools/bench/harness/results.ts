import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import type { Row } from './row.ts';
import { formatTable } from './table.ts';

/** When and where something was measured, and on which code. */
export interface Run {
  /** The day, in UTC: `2026-11-21`. */
  readonly at: string;
  readonly commit: string;
  readonly machine: string;
}

/** The result of one measure. */
export interface Results extends Run {
  readonly rows: readonly Row[];
}

const RESULTS_FILE = join(PROJECT_DIRECTORY, 'docs/performance.json');
export const PLOT_FILE = join(PROJECT_DIRECTORY, 'docs/performance-history.svg');
const DOCUMENT = join(PROJECT_DIRECTORY, 'docs/performance.md');

const git = (...words: string[]): string =>
  spawnSync('git', words, { cwd: PROJECT_DIRECTORY, encoding: 'utf8' }).stdout.trim();

export const describeRun = (): Run => {
  const [cpu] = cpus();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return {
    at: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD') || 'unknown commit'}${isChanged ? ' with changes' : ''}`,
    machine: `Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()}`,
  };
};

const describe = ({ at, commit, rows }: Results): string =>
  `Measured on ${at} at commit ${commit}.\n\n${formatTable(rows)}`;

/** Writes each measure's table between its markers in the document. */
const fillIn = (document: string, results: Readonly<Record<string, Results>>): string =>
  document.replaceAll(
    /(<!-- bench:([\w-]+) -->\n).*?(<!-- end -->)/gs,
    (section, start: string, name: string, end: string) => {
      const found = results[name];
      return found ? `${start}\n${describe(found)}\n\n${end}` : section;
    },
  );

/** Keeps earlier results, each with its own commit, except those that these results replace. */
export const recordResults = (results: Readonly<Record<string, Results>>): void => {
  const earlier = existsSync(RESULTS_FILE) ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as typeof results) : {};
  const all = { ...earlier, ...results };
  writeFileSync(RESULTS_FILE, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(DOCUMENT, fillIn(readFileSync(DOCUMENT, 'utf8'), all));
  const formatter = join(PROJECT_DIRECTORY, 'node_modules/.bin/oxfmt');
  spawnSync(formatter, [RESULTS_FILE, DOCUMENT], { stdio: 'ignore' });
};
