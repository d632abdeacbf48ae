import { unzipSync } from 'fflate';
import { UnreadableFile } from '../unreadable-file.ts';

const MEGABYTE = 1_000_000;
const MAX_WORKBOOK_BYTES = 10 * MEGABYTE;
const MAX_UNPACKED_BYTES = 100 * MEGABYTE;

/** The files in a workbook by their paths. */
export type Parts = Readonly<Record<string, Uint8Array>>;

/** @throws UnreadableFile if the file is larger than a workbook may be */
export const checkWorkbookSize = (bytes: number): void => {
  if (bytes > MAX_WORKBOOK_BYTES)
    throw new UnreadableFile('workbook_too_large', { limit: MAX_WORKBOOK_BYTES / MEGABYTE });
};

/**
 * Checks the size of the workbook, and the unpacked size that it states.
 * @throws UnreadableFile if one of them is too large
 */
export const checkSize = (file: Uint8Array): void => {
  checkWorkbookSize(file.length);
  let unpacked = 0;
  const count = ({ originalSize }: { readonly originalSize: number }): boolean => {
    unpacked += originalSize;
    return false;
  };
  unzipSync(file, { filter: count });
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new UnreadableFile('workbook_too_large_unpacked', { limit: MAX_UNPACKED_BYTES / MEGABYTE });
};

export const unpack = (file: Uint8Array, isWanted: (name: string) => boolean): Parts =>
  unzipSync(file, { filter: ({ name }) => isWanted(name) });
