import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithMeasure } from './child-processes.ts';

/** The npm package that contains AWS's DynamoDB Local; its licence allows use in development, not redistribution. */
const PACKAGE = 'amplify-dynamodb-simulator';
const VERSION = '2.9.30';

const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const folder = join(cache, `dynamodb-local-${VERSION}`);
const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];

const hasJava = (): boolean => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;

/** Whether there is a DynamoDB that reports units of indexes: a given one, or Java to run DynamoDB Local. */
export const hasDynamoDbLocal = (): boolean => external !== undefined || hasJava();

const install = (): void => {
  if (existsSync(join(folder, 'DynamoDBLocal.jar'))) return;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'dynamodb-local-'));
  const fetchAndUnpack = `npm pack --silent ${PACKAGE}@${VERSION} && tar xzf ./*.tgz`;
  const { status } = spawnSync('sh', ['-c', fetchAndUnpack], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${PACKAGE} could not be fetched`);
  renameSync(join(work, 'package/emulator'), folder);
  rmSync(work, { recursive: true });
};

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

const waitUntilItResponds = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await fetch(url).catch(() => undefined)) return;
    await sleep(200);
  }
  throw new Error('DynamoDB Local did not start');
};

/** The DynamoDB that AWS_ENDPOINT_URL_DYNAMODB names; else DynamoDB Local, in memory, on a free port. */
export const startDynamoDbLocal = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  if (external !== undefined) return { url: external, stop: async () => {} };
  install();
  const port = await findFreePort();
  const options = ['-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar'];
  const child = endWithMeasure(
    spawn('java', [...options, '-inMemory', '-disableTelemetry', '-port', String(port)], {
      cwd: folder,
      stdio: 'ignore',
    }),
  );
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  await waitUntilItResponds(url).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
};
