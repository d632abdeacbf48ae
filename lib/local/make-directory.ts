import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents. Does not use Node's `mkdir` with `recursive`, which never returns if an existing
 * directory rejects a new one with ENOENT, as `/proc` does. @throws the error of the system, as Node's `mkdir` does
 */
export const makeDirectory = async (path: string): Promise<void> => {
  const parent = dirname(path);
  if (!existsSync(parent)) await makeDirectory(parent);
  try {
    await mkdir(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};
