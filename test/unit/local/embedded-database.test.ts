import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase } from '../../../lib/local/backend.ts';
import { openDataDirectory } from '../../../lib/local/data-directory.ts';
import { State } from '../../../lib/local/dynamodb/state.ts';
import { openSecretStore } from '../../../lib/local/secrets-manager.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-database-'));
});

const changeFile = (statement: string): void => {
  const file = new DatabaseSync(join(folder, 'service.sqlite'), { enableDoubleQuotedStringLiterals: true });
  file.exec(statement);
  file.close();
};

afterEach(() => rm(folder, { recursive: true }));

describe('The embedded database', () => {
  it('does not start on a directory that is in use', async () => {
    const first = await startEmbeddedDatabase({ port: 0, directory: folder });
    await expect(startEmbeddedDatabase({ port: 0, directory: folder })).rejects.toMatchObject({
      code: 'cannot_start',
      message: `${folder} is in use by another local service: set DATA_DIR to another directory.`,
    });
    await first.stop();
  });

  it('does not start on a path that cannot be a directory', async () => {
    await writeFile(join(folder, 'file'), '');
    const directory = join(folder, 'file', 'data');
    await expect(startEmbeddedDatabase({ port: 0, directory })).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringContaining('set DATA_DIR to another'),
    });
  });

  it.each([
    ['has a definition that is no JSON', 'INSERT INTO definitions VALUES ("Users", "?")'],
    ['has a definition of another version', 'INSERT INTO definitions VALUES ("Users", "{}")'],
  ])('does not start on a file that %s, and does not keep it open', async (_, change) => {
    await (await startEmbeddedDatabase({ port: 0, directory: folder })).stop();
    changeFile(change);
    const message = expect.stringMatching(
      /service\.sqlite cannot be used \(.+\): set DATA_DIR to another directory\.$/,
    );
    const start = () => startEmbeddedDatabase({ port: 0, directory: folder });
    await expect(start()).rejects.toMatchObject({ code: 'cannot_start', message });
    changeFile('DELETE FROM definitions');
    await (await start()).stop();
  });

  it('survives a caller that disconnects during a request', async () => {
    const { url, stop } = await startEmbeddedDatabase({ port: 0 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n{');
    await once(socket, 'data');
    socket.resetAndDestroy();
    expect((await fetch(url)).status).toBe(200);
    await stop();
  });

  it('keeps both versions of a signing key, in files that only their owner can read', async () => {
    const use = async (names: readonly string[], act: (store: ReturnType<typeof openSecretStore>) => void) => {
      const { journal, loaded: store } = await openDataDirectory(folder, (file) =>
        openSecretStore(names, State.open(file)),
      );
      act(store);
      for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
      journal.close();
      return store.find('SigningKey');
    };
    const versions = await use(['SigningKey'], ({ put }) => put('SigningKey', 'second', 'a new key'));
    expect(versions).toMatchObject([
      { SecretString: 'a new key' },
      { SecretString: expect.stringMatching(/^[\w-]{64}$/) },
    ]);
    // A new name gets a key of its own.
    const reopened = await use(['SigningKey', 'OtherKey'], ({ find }) => expect(find('OtherKey')).toHaveLength(1));
    expect(reopened).toEqual(versions);
  });
});
