import { MAX_LINE_BYTES } from './read-lines.ts';

/** What a file says of one user or booking, or why it could not be read. `line` is where it begins, counted from 1. */
export type SourceRecord =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly reason: string };

export const TOO_LONG = `is longer than ${MAX_LINE_BYTES / 1024} KiB`;
