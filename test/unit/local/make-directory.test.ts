import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeDirectory } from '../../../lib/local/make-directory.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-directory-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('A data directory', () => {
  it('is created with its parents, unless it exists', async () => {
    const path = join(folder, 'one', 'two', 'three');
    await makeDirectory(path);
    await makeDirectory(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it('cannot be created below a file, or in place of one', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeDirectory(join(folder, 'file', 'data'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeDirectory(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('cannot be created in a directory that allows no new entries', async () => {
    await expect(makeDirectory('/proc/none/data')).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  });
});
