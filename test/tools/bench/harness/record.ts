import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import type { Row } from './figures.ts';

const DOCUMENT = join(PROJECT_DIRECTORY, 'docs/performance.md');

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: PROJECT_DIRECTORY, encoding: 'utf8' }).trim();

/** Describes when, where and with which code something was measured. */
export const describeRun = () => ({
  at: new Date().toISOString().slice(0, 10),
  commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') && ' with changes'),
  machine: `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}`,
});

const columns = ['what', 'ours', 'against', 'ratio', 'goal', 'verdict'] as const;

/** Makes a table in Markdown, which the formatter aligns later. */
export const formatTable = (rows: readonly Row[]): string => {
  const lines = rows.map((row) => columns.map((column) => row[column]));
  const table = [
    ['measure', 'ours', 'against', 'ratio (quartiles)', 'goal', 'verdict'],
    columns.map(() => '---'),
    ...lines,
  ];
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Replaces the table of a benchmark between its markers in `docs/performance.md`. @throws Error if there are no markers */
export const record = (name: string, rows: readonly Row[], { at, commit }: ReturnType<typeof describeRun>): void => {
  const text = `\n\n${at}, commit ${commit}:\n\n${formatTable(rows)}\n\n`;
  const section = new RegExp(String.raw`(?<=<!-- bench:${name} -->).*?(?=<!-- end -->)`, 's');
  const document = readFileSync(DOCUMENT, 'utf8');
  if (!section.test(document)) throw new Error(`docs/performance.md has no table of ${name}`);
  writeFileSync(
    DOCUMENT,
    document.replace(section, () => text),
  );
  spawnSync(join(PROJECT_DIRECTORY, 'node_modules/.bin/oxfmt'), [DOCUMENT], { stdio: 'ignore' });
};
