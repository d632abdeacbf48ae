import { unzipSync } from 'fflate';
import { UnreadableFile } from '../unreadable-file.ts';

const MEGABYTE = 1_000_000;
const MAX_WORKBOOK_BYTES = 10 * MEGABYTE;
const MAX_UNPACKED_BYTES = 100 * MEGABYTE;

/** The files in a workbook by their paths, as {@link toPartPath} returns them. */
type Parts = Readonly<Record<string, Uint8Array>>;

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
  // The filter gets the size that each part states, and keeps the part from being unpacked.
  const count = ({ originalSize }: { readonly originalSize: number }): boolean => {
    unpacked += originalSize;
    return false;
  };
  unzipSync(file, { filter: count });
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new UnreadableFile('workbook_too_large_unpacked', { limit: MAX_UNPACKED_BYTES / MEGABYTE });
};

/**
 * The path of a part, in the form in which paths are compared: case does not matter (ECMA-376, part 2). Some programs write
 * backslashes, a slash at the start, or relative paths.
 */
export const toPartPath = (path: string): string => {
  const folders: string[] = [];
  for (const name of path.toLowerCase().split(/[/\\]/)) {
    if (name === '..') folders.pop();
    else if (name !== '' && name !== '.') folders.push(name);
  }
  return folders.join('/');
};

/** @param isWanted gets the path as `toPartPath` returns it, by which the result names the part too */
export const unpack = (file: Uint8Array, isWanted: (path: string) => boolean): Parts => {
  const parts = unzipSync(file, { filter: ({ name }) => isWanted(toPartPath(name)) });
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [toPartPath(name), bytes]));
};
