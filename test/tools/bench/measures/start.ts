import { spawn } from 'node:child_process';
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

const ROUNDS = 9;

/** What `npm start` runs, without npm. */
const ours = { directory: PROJECT_DIRECTORY, words: ['--import', './bin/compile-cache.js', 'bin/local.ts'] };

/** @returns milliseconds until the service says that it is ready */
const timeStart = async (directory: string, words: readonly string[]): Promise<number> => {
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
    if (!line.includes('Ready on')) continue;
    milliseconds ??= performance.now() - startedAt;
    child.kill();
  }
  await ended;
  if (milliseconds === undefined) throw new Error(`${words.join(' ')} in ${directory} did not become ready`);
  return milliseconds;
};

export const measure: Measure = {
  describes: 'the time from npm start until the service is ready, against version 1.0, which had no console',
  seconds: 15,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
    try {
      const directory = join(folder, 'version-1.0');
      unpackVersion10(directory);
      const times = await interleave(
        {
          ours: () => timeStart(ours.directory, ours.words),
          version10: () => timeStart(directory, ['bin/local.ts']),
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
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
