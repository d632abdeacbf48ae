import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { endWithMeasure } from '../harness/child-processes.ts';
import { interleave } from '../harness/interleave.ts';
import { compare, type Measure } from '../harness/row.ts';
import type { Samples } from '../harness/samples.ts';

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

/** @returns milliseconds of a process that only loads the AWS SDK's client of DynamoDB */
const timeFloor = async (): Promise<number> => {
  const startedAt = performance.now();
  const words = ['--input-type=module', '--eval', "await import('@aws-sdk/lib-dynamodb')"];
  const child = endWithMeasure(spawn(process.execPath, words, { cwd: PROJECT_DIRECTORY, stdio: 'ignore' }));
  await once(child, 'exit');
  return performance.now() - startedAt;
};

export const measure: Measure = {
  describes: 'the time from npm start until the service is ready, and until its first response',
  seconds: 30,
  run: async () => {
    const times = await interleave(
      {
        ready: () => timeStart(ours.directory, ours.words, 'ready'),
        response: () => timeStart(ours.directory, ours.words, 'first response'),
        floor: timeFloor,
      },
      ROUNDS,
    );
    const against = (what: string, figures: Samples, value: number) =>
      compare({
        what,
        unit: 'ms',
        ours: figures,
        peerName: "loading the SDK's client",
        peer: times.floor,
        limit: { relation: '<=', value },
      });
    return [
      against('npm start until Ready', times.ready, 3),
      against('npm start until the response to the first log-in', times.response, 4),
    ];
  },
};
