import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { endWithMeasure } from '../harness/child-processes.ts';
import { interleave } from '../harness/interleave.ts';
import { compare, type Measure } from '../harness/row.ts';
import { unpackVersion10 } from '../harness/version-1.0.ts';

const ROUNDS = 7;

/** What `npm start` runs, without npm. */
const ours = { directory: PROJECT_DIRECTORY, words: ['--import', './bin/compile-cache.js', 'bin/local.ts'] };

type End = 'ready' | 'first response';

/** The functions that `npm start` does not load before it is ready must not only make the first request slow. */
const logIn = (url: string): Promise<Response> =>
  fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: randomUUID(), clientSecret: 'x'.repeat(43) }),
  });

/** @returns milliseconds until the service says that it is ready, or until it has responded to a log-in with a wrong secret */
const timeStart = async (directory: string, words: readonly string[], end: End): Promise<number> => {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const child = endWithMeasure(
    spawn(process.execPath, words, {
      cwd: directory,
      env: { PATH, PORT: '0', DYNAMODB_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const ended = once(child, 'exit');
  let milliseconds: number | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Ready on (?<url>\S+)/.exec(line)?.groups?.['url'];
    if (url === undefined) continue;
    if (end === 'first response') await logIn(url);
    milliseconds ??= performance.now() - startedAt;
    child.kill();
  }
  await ended;
  if (milliseconds === undefined) throw new Error(`${words.join(' ')} in ${directory} did not become ready`);
  return milliseconds;
};

export const measure: Measure = {
  describes:
    'the time from npm start until the service is ready, and until its first response, against version 1.0, which had no console',
  seconds: 30,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
    try {
      const directory = join(folder, 'version-1.0');
      unpackVersion10(directory);
      const times = await interleave(
        {
          ours: () => timeStart(ours.directory, ours.words, 'ready'),
          version10: () => timeStart(directory, ['bin/local.ts'], 'ready'),
          oursResponse: () => timeStart(ours.directory, ours.words, 'first response'),
          version10Response: () => timeStart(directory, ['bin/local.ts'], 'first response'),
        },
        ROUNDS,
      );
      return [
        compare({
          what: 'npm start until Ready',
          unit: 'ms',
          ours: times.ours,
          peerName: 'version 1.0',
          peer: times.version10,
          limit: { relation: '<=', value: 0.75 },
        }),
        compare({
          what: 'npm start until the response to the first log-in',
          unit: 'ms',
          ours: times.oursResponse,
          peerName: 'version 1.0',
          peer: times.version10Response,
          limit: { relation: '<=', value: 1 },
        }),
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
