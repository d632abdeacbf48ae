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
  it('is created with its parents, or is there already', async () => {
    const path = join(folder, 'one', 'two', 'three');
    await makeDirectory(path);
    await makeDirectory(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it('is rejected below a file, and in place of one', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeDirectory(join(folder, 'file', 'data'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeDirectory(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('is rejected in a directory that takes no new ones', async () => {
    await expect(makeDirectory('/proc/none/data')).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  });
});
