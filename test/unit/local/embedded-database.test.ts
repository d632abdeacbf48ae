import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-database-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('The embedded database', () => {
  it('reports at the start that a directory is in use', async () => {
    const path = join(folder, 'database');
    const first = await startEmbeddedDatabase({ port: 0, path });
    // The engine opens the directory in the background: its first response shows that it has.
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
    const client = new DynamoDBClient({ endpoint: first.url, region: 'local', credentials });
    await client.send(new ListTablesCommand({}));
    client.destroy();
    await expect(startEmbeddedDatabase({ port: 0, path })).rejects.toMatchObject({
      code: 'cannot_start',
      message: `${path} is in use by another local service: set DATA_DIR to another directory.`,
    });
    await first.stop();
  });

  it('reports a path that cannot be a directory', async () => {
    const path = join(folder, 'file', 'database');
    await writeFile(join(folder, 'file'), '');
    await expect(startEmbeddedDatabase({ port: 0, path })).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringContaining('set DATA_DIR to another'),
    });
  });

  it('survives a caller that disconnects in the middle of its request', async () => {
    const { url, stop } = await startEmbeddedDatabase({ port: 0 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n{');
    await once(socket, 'data');
    socket.resetAndDestroy();
    expect((await fetch(url)).status).toBe(200);
    await stop();
  });
});
