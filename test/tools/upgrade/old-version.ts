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

/** Runs a command of a version's command line. @returns what it prints */
export type Admin = (...words: readonly string[]) => Promise<unknown>;

/** A running local service of some version of this project. */
export interface RunningVersion {
  readonly url: string;
  readonly databaseUrl: string;
  readonly admin: Admin;
  readonly stop: () => Promise<void>;
}

export interface CheckedOutVersion {
  readonly folder: string;
  readonly start: (settings: Readonly<Record<string, string>>) => Promise<RunningVersion>;
  /** The command line of this version on a stack. @param environment with which it reaches AWS */
  readonly adminOf: (stackName: string, environment: NodeJS.ProcessEnv) => Admin;
  readonly remove: () => Promise<void>;
}

const { PATH = '' } = process.env;

const runAdmin = async (folder: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> => {
  const { stdout } = await run(process.execPath, ['bin/admin.ts', ...words, '--json'], { cwd: folder, env });
  return JSON.parse(stdout) as unknown;
};

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
    admin: (...words) => runAdmin(folder, [...words, '--local'], environment),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const open = (folder: string, remove: () => Promise<void>): CheckedOutVersion => ({
  folder,
  start: (settings) => start(folder, settings),
  adminOf:
    (stackName, environment) =>
    (...words) =>
      runAdmin(folder, [...words, '--stack', stackName], environment),
  remove,
});

/** The version that is being developed. */
export const thisVersion: CheckedOutVersion = open(ROOT, async () => undefined);

/** Checks a commit out into another folder. It runs with the packages of this version. */
export const checkOutVersion = async (commit: string): Promise<CheckedOutVersion> => {
  const folder = mkdtempSync(join(tmpdir(), 'old-version-'));
  await run('git', ['worktree', 'add', '--force', '--detach', folder, commit], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return open(folder, async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
  });
};
