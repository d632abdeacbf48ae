import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import type { Row } from './figures.ts';

const RESULTS = join(PROJECT_DIRECTORY, 'docs/performance.json');
const DOCUMENT = join(PROJECT_DIRECTORY, 'docs/performance.md');

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: PROJECT_DIRECTORY, encoding: 'utf8' }).trim();

/** When and where something was measured, and on which code. */
export const describeRun = () => ({
  at: new Date().toISOString().slice(0, 10),
  commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') && ' with changes'),
  machine: `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}`,
});

const columns = ['what', 'ours', 'against', 'ratio', 'goal', 'verdict'] as const;

/** A table in Markdown; the formatter aligns it. */
export const formatTable = (rows: readonly Row[]): string => {
  const lines = rows.map((row) => columns.map((column) => row[column]));
  const table = [
    ['measure', 'ours', 'against', 'ratio (quartiles)', 'goal', 'verdict'],
    columns.map(() => '---'),
    ...lines,
  ];
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Replaces one measure's results in `docs/performance.json`, and its table between the markers in `docs/performance.md`. */
export const record = (name: string, rows: readonly Row[]): void => {
  const run = describeRun();
  const all = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, unknown>;
  writeFileSync(RESULTS, JSON.stringify({ ...all, [name]: { ...run, rows } }, undefined, 2));
  const text = `\n\nMeasured on ${run.at} at commit ${run.commit}.\n\n${formatTable(rows)}\n\n`;
  const section = new RegExp(String.raw`(?<=<!-- bench:${name} -->).*?(?=<!-- end -->)`, 's');
  writeFileSync(
    DOCUMENT,
    readFileSync(DOCUMENT, 'utf8').replace(section, () => text),
  );
  spawnSync(join(PROJECT_DIRECTORY, 'node_modules/.bin/oxfmt'), [RESULTS, DOCUMENT], { stdio: 'ignore' });
};
