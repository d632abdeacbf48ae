import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CannotStartError } from '../../../lib/local/cannot-start-error.ts';
import { openSecretStore } from '../../../lib/local/secret-store.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-store-'));
  path = join(folder, 'data', 'signing-keys.json');
});

afterEach(() => rm(folder, { recursive: true }));

describe('Secrets that are stored in a file', () => {
  it('are the same after a restart, including the previous version', () => {
    const store = openSecretStore(['AccessKey'], path);
    store.put('AccessKey', 'second', 'a new key');
    const reopened = openSecretStore(['AccessKey'], path);
    expect(reopened.find('AccessKey')).toEqual(store.find('AccessKey'));
    expect(reopened.find('AccessKey')).toMatchObject([{ SecretString: 'a new key' }, expect.anything()]);
  });

  it('can be read only by the owner of the file, and are in no other file', async () => {
    const store = openSecretStore(['AccessKey'], path);
    store.put('AccessKey', 'second', 'a new key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['signing-keys.json']);
  });

  it('are generated for new names only', () => {
    const versions = openSecretStore(['AccessKey'], path).find('AccessKey');
    const store = openSecretStore(['AccessKey', 'RefreshKey'], path);
    expect(store.find('AccessKey')).toEqual(versions);
    expect(store.find('RefreshKey')).toMatchObject([{ SecretString: expect.stringMatching(/^[\w-]{64}$/) }]);
  });

  it('do not replace a damaged file', async () => {
    openSecretStore(['AccessKey'], path);
    await writeFile(path, '{"AccessKey":');
    expect(() => openSecretStore(['AccessKey'], path)).toThrow(
      new CannotStartError(`${path} is damaged: delete it to create new signing keys.`),
    );
  });

  it.each([
    ['is a file', (data: string) => writeFile(data, '')],
    ['cannot be made', (data: string) => symlink(join(data, 'nowhere'), data)],
  ])('cannot be opened if their folder %s', async (_why, spoil) => {
    await spoil(join(folder, 'data'));
    expect(() => openSecretStore(['AccessKey'], path)).toThrow(
      expect.objectContaining({
        code: 'cannot_start',
        message: expect.stringMatching(/ cannot be used \(E.*\): set DATA_DIR to another directory\.$/),
      }),
    );
  });
});
