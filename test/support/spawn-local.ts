import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type LocalProcess = Awaited<ReturnType<typeof spawnLocal>>;

const program = join(import.meta.dirname, '../../bin/local.ts');
/** A value of `NODE_OPTIONS` that gives the program longer deadlines, for busy machines. */
export const LONG_DEADLINES = `--import ${join(import.meta.dirname, 'preload-patient-deadlines.ts')}`;
const READY = /^Ready on (?<url>http:\/\/127\.0\.0\.1:\d+)\n/m;

const spawnProgram = (args: readonly string[], settings: Record<string, string>): ChildProcess => {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DYNAMODB_PORT: '0', ...settings };
  return spawn(process.execPath, [program, ...args], { env });
};

/** @returns the exit code and the stderr output, when the process has ended */
const endOf = async (child: ChildProcess) => {
  const [stderr, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'close')]);
  return { code: code as number | null, stderr };
};

/** Starts the program on free ports, and waits until it has printed that it is ready. */
export const spawnLocal = async (settings: Record<string, string> = {}) => {
  const child = spawnProgram([], settings);
  const ended = endOf(child);
  const ready = Promise.withResolvers<string>();
  let printed = '';
  let isReady = false;
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
    if (isReady || !READY.test(printed)) return;
    isReady = true;
    ready.resolve(printed);
  });
  const failed = ended.then(({ stderr }): never => {
    throw new Error(`ended before it was ready: ${stderr}`);
  });
  /** The output until the service was ready. */
  const greeting = await Promise.race([ready.promise, failed]);
  failed.catch(() => undefined);
  /** The output after the greeting, available when the process has ended. */
  const rest = ended.then(() => printed.slice(greeting.length));
  return { process: child, greeting, url: READY.exec(greeting)?.groups?.['url'] ?? '', ended, rest };
};

/** Runs the program to its end. */
export const runLocalProgram = async (args: readonly string[], settings: Record<string, string> = {}) => {
  const child = spawnProgram(args, settings);
  const [stdout, ended] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), endOf(child)]);
  return { stdout, ...ended };
};
