import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { atMost, compare, interleave, type Measure } from '../harness/figures.ts';

/** @returns milliseconds until a program prints a line that begins with `words` */
const timeUntil = async (words: string, args: readonly string[]): Promise<number> => {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const env = { PATH, PORT: '0', DYNAMODB_PORT: '0' };
  const child = spawn(process.execPath, args, { cwd: PROJECT_DIRECTORY, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let milliseconds: number | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(words)) continue;
    milliseconds = performance.now() - startedAt;
    child.kill();
  }
  await ended;
  if (milliseconds === undefined) throw new Error(`${args.join(' ')} did not print "${words}"`);
  return milliseconds;
};

const LOAD_SDK = "await import('@aws-sdk/lib-dynamodb'); console.log('loaded')";

export const measure: Measure = async () => {
  const { ours, sdk } = await interleave(
    {
      ours: () => timeUntil('Ready on ', ['--import', './bin/compile-cache.js', 'bin/local.ts']),
      sdk: () => timeUntil('loaded', ['--input-type=module', '--eval', LOAD_SDK]),
    },
    7,
  );
  const peer = { peer: 'DynamoDB client', theirs: sdk };
  return [compare({ what: 'until ready', unit: 'ms', ours, ...peer, goal: atMost(5) })];
};
