import type { Row } from './row.ts';

const columns = ['measure', 'ours', 'against', 'ratio (quartiles)', 'goal', 'verdict'] as const;

const toCells = ({ what, ours, peer, ratio, goal, verdict }: Row): string[] => [
  what,
  ours,
  peer,
  ratio,
  goal,
  verdict === 'missed' ? '**missed**' : (verdict ?? ''),
];

/** A table in Markdown, laid out as the formatter does. */
export const formatTable = (rows: readonly Row[]): string => {
  const lines = [[...columns], ...rows.map(toCells)];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const formatLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = lines;
  return [head, rule, ...body].map(formatLine).join('\n');
};
