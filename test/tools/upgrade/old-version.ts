import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/** The last commit of version 1.0.0. */
export const VERSION_1_0 = '2d4d6b7a4ad669fd5ce82eb0b4bd8d75f55ef64c';

/** A running local service of some version of this project. */
export interface RunningVersion {
  readonly url: string;
  readonly databaseUrl: string;
  /** Runs a command of that version's command line on it. @returns what it prints */
  readonly admin: (...words: readonly string[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

export interface CheckedOutVersion {
  readonly start: (settings: Readonly<Record<string, string>>) => Promise<RunningVersion>;
  readonly remove: () => Promise<void>;
}

const { PATH = '' } = process.env;

const start = async (folder: string, settings: Readonly<Record<string, string>>): Promise<RunningVersion> => {
  const child = spawn(process.execPath, ['bin/local.ts'], {
    cwd: folder,
    env: { PATH, PORT: '0', DYNAMODB_PORT: '0', SECRETS_PORT: '0', DEMO: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let printed = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(part);
    if (printed.includes('Ready on ')) break;
  }
  child.stdout.resume();
  const find = (pattern: RegExp): string => {
    const [, found] = pattern.exec(printed) ?? [];
    if (found === undefined) throw new Error(`The service did not start: ${printed}`);
    return found;
  };
  const url = find(/^Ready on (\S+)/m);
  const databaseUrl = find(/^DynamoDB +(\S+)/m);
  const environment = {
    PATH,
    AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: find(/^Secrets Manager +(\S+)/m),
  };
  return {
    url,
    databaseUrl,
    async admin(...words) {
      const options = { cwd: folder, env: environment };
      const { stdout } = await run(process.execPath, ['bin/admin.ts', ...words, '--local', '--json'], options);
      return JSON.parse(stdout) as unknown;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The version that is being developed. */
export const thisVersion: CheckedOutVersion = {
  start: (settings) => start(ROOT, settings),
  remove: async () => undefined,
};

/** Checks a commit out into another folder. It runs with the packages of this version. */
export const checkOutVersion = async (commit: string): Promise<CheckedOutVersion> => {
  const folder = mkdtempSync(join(tmpdir(), 'old-version-'));
  await run('git', ['worktree', 'add', '--force', '--detach', folder, commit], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    start: (settings) => start(folder, settings),
    async remove() {
      await run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
    },
  };
};
