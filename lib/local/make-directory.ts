import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents. Node's own `mkdir` with `recursive` never returns if an existing directory, such
 * as `/proc` or a mounted folder that was deleted, rejects a new one with ENOENT.
 * @param path absolute
 */
export const makeDirectory = (path: string): void => {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
};
