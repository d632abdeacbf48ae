import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useForFile } from './use-service.ts';

/** Makes a folder for the tests of a file, which is removed after them. @returns a function that makes paths in it */
export const useFolder = (): ((...names: string[]) => string) => {
  const folder = useForFile(async () => {
    const path = await mkdtemp(join(tmpdir(), 'checkin-'));
    return { path, stop: () => rm(path, { recursive: true }) };
  });
  return (...names) => join(folder.path, ...names);
};
