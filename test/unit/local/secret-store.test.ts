import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CannotStartError } from '../../../lib/local/cannot-start-error.ts';
import { openSecretStore, VersionExistsError } from '../../../lib/local/secret-store.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-store-'));
  path = join(folder, 'data', 'signing-keys.json');
});

afterEach(() => rm(folder, { recursive: true }));

describe('Secrets that are stored in a file', () => {
  it('are the same after a restart, including the previous version', async () => {
    const store = await openSecretStore(['AccessKey'], path);
    await store.put('AccessKey', 'second', 'a new key');
    const reopened = await openSecretStore(['AccessKey'], path);
    expect(reopened.find('AccessKey')).toEqual(store.find('AccessKey'));
    expect(reopened.find('AccessKey')).toMatchObject({ current: { value: 'a new key' }, previous: expect.anything() });
  });

  it('can be read only by the owner of the file, and are in no other file', async () => {
    const store = await openSecretStore(['AccessKey'], path);
    await store.put('AccessKey', 'second', 'a new key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['signing-keys.json']);
  });

  it('are generated for new names only', async () => {
    const { current } = (await openSecretStore(['AccessKey'], path)).find('AccessKey') ?? {};
    const store = await openSecretStore(['AccessKey', 'RefreshKey'], path);
    expect(store.find('AccessKey')).toEqual({ current });
    expect(store.find('RefreshKey')?.current.value).toHaveLength(64);
  });

  it('have the last value after many simultaneous changes', async () => {
    const store = await openSecretStore(['AccessKey'], path);
    await Promise.all(['a', 'b', 'c'].map((value) => store.put('AccessKey', value, value)));
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      AccessKey: { current: { value: 'c' }, previous: { value: 'b' } },
    });
  });

  it('keep the first of several values that are put at once with the same version id', async () => {
    const store = await openSecretStore(['AccessKey'], path);
    const puts = ['a', 'b', 'a'].map((value) => store.put('AccessKey', 'second', value));
    expect((await Promise.allSettled(puts)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await store.put('AccessKey', 'third', 'c');
    await expect(store.put('AccessKey', 'second', 'd')).rejects.toThrow(VersionExistsError);
    expect(store.find('AccessKey')).toMatchObject({ current: { value: 'c' }, previous: { value: 'a' } });
  });

  it('do not replace a damaged file', async () => {
    await openSecretStore(['AccessKey'], path);
    await writeFile(path, '{"AccessKey":');
    await expect(openSecretStore(['AccessKey'], path)).rejects.toThrow(
      new CannotStartError(`${path} is damaged: delete it to create new signing keys.`),
    );
  });

  it.each([
    ['is a file', (data: string) => writeFile(data, '')],
    ['cannot be made', (data: string) => symlink(join(data, 'nowhere'), data)],
  ])('cannot be opened if their folder %s', async (_why, spoil) => {
    await spoil(join(folder, 'data'));
    await expect(openSecretStore(['AccessKey'], path)).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringMatching(/ cannot be used \(E.*\): set DATA_DIR to another directory\.$/),
    });
  });
});
