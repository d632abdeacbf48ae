import type { Row } from './row.ts';

const columns = ['measure', 'ours', 'against', 'ratio (quartiles)', 'goal', 'reached'] as const;

const toCells = ({ what, ours, peer, ratio, goal, isReached }: Row): string[] => [
  what,
  ours,
  peer,
  ratio,
  goal,
  isReached ? 'yes' : 'NO',
];

/** A table that is also Markdown, so that it can be pasted into a document. */
export const formatTable = (rows: readonly Row[]): string => {
  const lines = [[...columns], ...rows.map(toCells)];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = lines;
  return [head, rule, ...body].map(format).join('\n');
};
