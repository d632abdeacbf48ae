import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import packageDescription from '../../../package.json' with { type: 'json' };
import { useFolder } from '../../support/use-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const READY = /^Ready on (?<url>http:\/\/127\.0\.0\.1:\d+)\n/m;

const folder = useFolder();

/** A stand-in for the service: it starts faster, and stops in the same way. */
const PROGRAM = `
import { createServer } from 'node:http';
import { stopServer } from '${ROOT}/lib/local/local-server.ts';
import { waitForInterrupt } from '${ROOT}/lib/local/wait-for-interrupt.ts';
const server = createServer((request, response) => request.on('end', () => response.end()).resume());
server.listen(0, '127.0.0.1', () => console.log('Ready on http://127.0.0.1:' + server.address().port));
await waitForInterrupt();
await stopServer(server, 60_000);
process.exit();
`;

beforeAll(async () => {
  // Uses the project's own script, because its wording decides which process gets a signal.
  // Replaces `node`, which might be a different version from the one that runs this test.
  const script = packageDescription.scripts.start
    .replace(/^node /, `"${process.execPath}" `)
    .replace(/\.\/bin\/\S+/, (file) => `"${join(ROOT, file)}"`)
    .replace(' bin/local.ts', ' program.mjs');
  await writeFile(folder('package.json'), JSON.stringify({ scripts: { start: script } }));
  await writeFile(folder('program.mjs'), PROGRAM);
});

const waitUntilReady = (npm: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let printed = '';
    npm.stdout?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      const url = READY.exec(printed)?.groups?.['url'];
      if (url) resolve(url);
    });
  });

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

/** @param cwd the folder of the package that is started */
const start = async (cwd: string) => {
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DYNAMODB_PORT: '0', DEMO: '0', HOME: folder() };
  const npm = spawn('npm', ['start'], { cwd, env, detached: true });
  return { npm, url: await waitUntilReady(npm), programEnds: text(npm.stderr) };
};

const isServed = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status < 500;
};

/** Suspends the service for a while and resumes it, as Ctrl-Z and fg do. */
const stopAndContinue = async (group: number): Promise<void> => {
  process.kill(group, 'SIGSTOP');
  await setTimeout(500);
  process.kill(group, 'SIGCONT');
  await setTimeout(1_500);
};

describe('npm start', () => {
  it('ends the program when npm gets SIGTERM', async () => {
    const { npm, url, programEnds } = await start(folder());
    expect(await isServed(url)).toBe(true);
    npm.kill();
    // The stream ends only when the program has ended, because it inherits npm's standard error.
    await programEnds;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('keeps the service running after Ctrl-Z and fg, and ends it after Ctrl-C, which signals all processes', async () => {
    const { npm, url, programEnds } = await start(ROOT);
    const group = -(npm.pid ?? 0);
    await stopAndContinue(group);
    expect(await isServed(url)).toBe(true);
    process.kill(group, 'SIGINT');
    await programEnds;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

/** Sends a request without the last byte of its body. */
const beginRequest = async (url: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{');
  await once(socket, 'data');
  return socket;
};

describe('Without npm', () => {
  it('the first signal lets the requests in progress end, and the second one ends the program', async () => {
    const env = { PATH, NODE_COMPILE_CACHE };
    const program = spawn(process.execPath, [folder('program.mjs')], { env });
    const ended = once(program, 'close');
    const url = await waitUntilReady(program);
    const [request] = await Promise.all([beginRequest(url), beginRequest(url)]);
    program.kill('SIGINT');
    while (await isServed(url).catch(() => false));
    request.write('}');
    expect(await text(request)).toMatch(/^HTTP\/1\.1 200 /);
    // The other request never ends. The signal is repeated, because it counts as the same keystroke within 300 ms of the first.
    const repeat = setInterval(() => program.kill('SIGINT'), 100);
    expect(await ended.finally(() => clearInterval(repeat))).toEqual([130, null]);
  });
});
