import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeRequestListener } from '../../../lib/local/dynamodb/engine.ts';
import type { State } from '../../../lib/local/dynamodb/state.ts';
import { startEmbeddedDatabase } from '../../../lib/local/backend.ts';
import { serve } from '../../support/serve.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-database-'));
});

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
    // For the second path, Node's own `mkdir` with `recursive` would never return.
    for (const directory of [join(folder, 'file', 'data'), '/proc/none/data'])
      await expect(startEmbeddedDatabase({ port: 0, directory })).rejects.toMatchObject({
        code: 'cannot_start',
        message: expect.stringContaining('set DATA_DIR to another'),
      });
  });

  it('responds only when all writes are on the disk', async () => {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
    const { url, stop } = await serve(makeRequestListener({ committed } as State));
    const response = fetch(url, { method: 'POST' });
    expect(await Promise.race([response, sleep(100, 'no response')])).toBe('no response');
    commit();
    expect((await response).status).toBe(400);
    await stop();
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
});
