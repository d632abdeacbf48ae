import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './processes.ts';

export const cacheFolder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'checkin-tests');

/** Whether a program can be started. @param word an argument with which it ends at once */
export const isInstalled = (program: string, word = '--version'): boolean =>
  spawnSync(program, [word]).error === undefined;

/** The major version of the installed Java, or 0. */
export const javaVersion = (): number => {
  const { JAVA_HOME: home } = process.env;
  const { stderr } = spawnSync(home ? join(home, 'bin/java') : 'java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(?<major>\d+)/.exec(stderr ?? '')?.groups?.['major'] ?? 0);
};

/**
 * Runs a command to its end.
 * @returns its output
 * @throws Error with the end of the output if it fails
 */
export const run = async (
  command: string,
  words: readonly string[],
  cwd?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { code, stdout, stderr } = await runCommand(command, words, { ...process.env, ...environment }, cwd);
  if (code !== 0) throw new Error(`${command} ${words[0]} failed:\n${`${stdout}\n${stderr}`.trim().slice(-2_000)}`);
  return stdout;
};

/** Runs `install` in a new folder of the cache, unless an earlier run has completed the installation. @returns the folder */
export const inCache = async (name: string, install: (folder: string) => Promise<unknown>): Promise<string> => {
  const folder = join(cacheFolder, name);
  const completionMark = join(folder, '.complete');
  if (existsSync(completionMark)) return folder;
  console.log(`Installing ${name} into ${folder}, once. This needs a network.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await install(folder);
  await mkdir(completionMark);
  return folder;
};

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs the packages of a tool, which has its own package.json, if they are missing or the tool's lockfile has changed. */
export const installPackages = async (folder: string): Promise<void> => {
  const installedAt = changedAt(join(folder, 'node_modules/.package-lock.json'));
  if (installedAt > changedAt(join(folder, 'package-lock.json'))) return;
  console.log(`Installing packages in ${folder}, once. This needs a network.`);
  await run('npm', ['ci', '--no-audit', '--no-fund'], folder);
};

/** Installs packages into a virtual environment of Python in the cache. @returns the folder of its programs */
export const inPython = async (name: string, ...packages: readonly string[]): Promise<string> => {
  const folder = await inCache(name, async (venv) => {
    await run('python3', ['-m', 'venv', venv]);
    await run(join(venv, 'bin/pip'), ['install', '-q', '--no-input', ...packages]);
  });
  return join(folder, 'bin');
};
