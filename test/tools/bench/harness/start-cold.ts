import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSubject } from './process.ts';
import { interleave } from './figures.ts';

/** Writes a bundle, `index.js`, into a directory. */
export type Bundle = (directory: string) => void;

interface Reply {
  readonly result?: { readonly statusCode: number; readonly body: string };
  /** Processor time, without the start of Node.js. */
  readonly milliseconds: number;
}

/** Loads a bundle in a new process, and lets it handle the event, if any. */
export const startCold = async (
  directory: string,
  environment: Readonly<Record<string, string>>,
  event?: object,
): Promise<Reply> => {
  const subject = startSubject(join(import.meta.dirname, 'lambda.cjs'), {
    ...environment,
    AWS_LAMBDA_FUNCTION_NAME: 'checkin',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_METRICS_DISABLED: 'false',
    BUNDLE: join(directory, 'index.js'),
  });
  const reply = await subject.ask<Reply>({ event });
  await subject.stop();
  return reply;
};

/** Starts of each bundle per round. The mean time of several starts varies less than the time of one. */
const STARTS = 4;

const meansOf = (values: readonly number[]): number[] =>
  Array.from({ length: values.length / STARTS }, (_, round) =>
    values.slice(round * STARTS, (round + 1) * STARTS).reduce((sum, value) => sum + value / STARTS, 0),
  );

/** Writes the bundles, and starts them in turn. @returns each bundle's mean time in each round, in milliseconds */
export const startInTurn = async <Name extends string>(
  bundles: Readonly<Record<Name, Bundle>>,
  start: (name: Name, directory: string) => Promise<number>,
  rounds: number,
): Promise<Record<Name, number[]>> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const names = Object.keys(bundles) as Name[];
    const directories = Object.fromEntries(names.map((name, index) => [name, join(folder, String(index))]));
    for (const name of names) bundles[name](directories[name] as string);
    const subjects = Object.fromEntries(names.map((name) => [name, () => start(name, directories[name] as string)]));
    const times = await interleave(subjects, rounds * STARTS);
    return Object.fromEntries(names.map((name) => [name, meansOf(times[name] as number[])])) as Record<Name, number[]>;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
