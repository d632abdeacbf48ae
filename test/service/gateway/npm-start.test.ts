import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const READY = /^Ready on (?<url>http:\/\/127\.0\.0\.1:\d+)\n/m;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'npm-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

const untilReady = (npm: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let printed = '';
    npm.stdout?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      const url = READY.exec(printed)?.groups?.['url'];
      if (url) resolve(url);
    });
  });

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGINT to all, as Ctrl-C sends it'])('ends the service at %s', async (signal) => {
    const { PATH = '' } = process.env;
    const env = { PATH, PORT: '0', DYNAMODB_PORT: '0', DEMO: '0', HOME: folder };
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, detached: true });
    const url = await untilReady(npm);
    const serviceEnds = text(npm.stderr);
    const served = await fetch(url, { redirect: 'manual' });
    await served.arrayBuffer();
    expect(served.status).toBeLessThan(500);

    if (signal === 'SIGTERM' || signal === 'SIGINT') npm.kill(signal);
    else process.kill(-(npm.pid ?? 0), 'SIGINT');

    // The service holds npm's standard error until it has ended.
    await serviceEnds;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
