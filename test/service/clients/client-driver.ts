import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const clients = join(import.meta.dirname, '../../../clients');

/** The command that starts the driver of each client package. */
const drivers = {
  typescript: [process.execPath, '--disable-warning=ExperimentalWarning', join(clients, 'typescript/test/driver.ts')],
  python: ['python3', join(clients, 'python/tests/driver.py')],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ClientLanguage = keyof typeof drivers;

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** The languages whose clients this machine can run. */
export const installedLanguages = (): ClientLanguage[] =>
  (Object.keys(drivers) as ClientLanguage[]).filter((language) => {
    if (isInstalled(drivers[language][0])) return true;
    process.stderr.write(
      `The tests of the ${language} client are skipped: ${drivers[language][0]} is not installed.\n`,
    );
    return false;
  });

export interface DriverError {
  readonly status: number;
  readonly code: string;
  readonly isTransient: boolean;
  readonly isFinal: boolean;
  readonly body: Record<string, unknown>;
}

/** A client in a separate process. */
export interface ClientDriver {
  readonly language: ClientLanguage;
  isRunning(): boolean;
  /** Runs one command. If the command fails, rejects with a {@link DriverError}. */
  run<Result>(command: string, parameters?: object): Promise<Result>;
  /** Ends the process, even if it is waiting. */
  end(): Promise<void>;
  /** Kills the process at once, as a power cut would. */
  kill(): Promise<void>;
}

interface Response {
  readonly id: number;
  readonly milliseconds: number;
  readonly result: never;
  readonly error?: unknown;
}

interface Pending {
  readonly command: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** @param onDone called after each command, with the time that the command took in the client's process */
export const startClientDriver = (
  language: ClientLanguage,
  onDone: (command: string, milliseconds: number) => void = () => undefined,
): ClientDriver => {
  const [program, ...words] = drivers[language];
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  // Writing to a killed process fails.
  child.stdin.on('error', () => undefined);
  const pending = new Map<number, Pending>();
  let lastId = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, milliseconds, result, error } = JSON.parse(line) as Response;
    const waiting = pending.get(id);
    pending.delete(id);
    if (waiting) onDone(waiting.command, milliseconds);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(error);
  });
  return {
    language,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    run: (command, parameters = {}) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1);
        pending.set(id, { command, resolve, reject });
        child.stdin.write(`${JSON.stringify({ id, command, ...parameters })}\n`);
      }),
    async end() {
      child.stdin.end();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
