import type { Reason } from './reason.ts';

/** A row with at least one cell that is not empty. Its cells are trimmed. */
export interface GoodRow {
  /** The number of its first line in the file, or of its row in the sheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that cannot be split into cells. */
interface BadRow {
  readonly line: number;
  /** Its first line as it is in the file; undefined if it is too long. */
  readonly text: string | undefined;
  readonly reason: Reason;
}

export type Row = GoodRow | BadRow;

/** The rows of a file, some at a time. The first row names the columns. */
export type Rows = AsyncGenerator<readonly Row[], void, undefined>;

/** @returns undefined if all cells are empty */
export const toRow = (line: number, cells: readonly string[]): GoodRow | undefined => {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.some((cell) => cell !== '') ? { line, cells: trimmed } : undefined;
};
