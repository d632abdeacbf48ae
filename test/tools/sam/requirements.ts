import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SAM_CLI = 'aws-sam-cli==1.170.0';
const RUNTIME_CLIENT = 'aws-lambda-ric@4.0.2';
/** SHA-512 of the runtime client's package, so that no other file is run as Lambda's runtime client. */
const RUNTIME_CLIENT_INTEGRITY =
  'FE5Vskx7mYNnqAnWWJXUOsLp2VGgdsJsCoRLFTa8L4Yk0QVtArqR8q58yPA++QC1a73ZWJXBQ2AH31nIAv7NOQ==';

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'checkin-test-sam');

/** The files that Podman needs, by Debian package. */
const PODMAN_FILES = {
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
  iptables: '/usr/sbin/iptables',
  netavark: '/usr/lib/podman/netavark',
  'containernetworking-plugins': '/usr/lib/cni/bridge',
} as const;

/** @returns why the test cannot run here, in one line; undefined if it can */
export const findObstacle = (): string | undefined => {
  if (process.platform !== 'linux') return 'it needs Linux.';
  if (spawnSync('python3', ['-m', 'venv', '--help']).status !== 0) return 'it needs Python 3.10 or later with venv.';
  if (process.env['DOCKER_HOST']) return undefined;
  if (process.getuid?.() !== 0) return 'it needs root to start Podman, or DOCKER_HOST with the socket of an engine.';
  const packages = Object.entries(PODMAN_FILES).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  return packages.length === 0 ? undefined : `it needs Podman: apt-get install ${packages.join(' ')}`;
};

const mustRun = (command: string, ...words: readonly string[]): void => {
  const { status } = spawnSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed.`);
};

/** Runs `install` in a new folder of the cache, unless an earlier run has completed the installation. @returns the folder */
const prepare = (name: string, install: (folder: string) => void): string => {
  const folder = join(cache, name);
  const completionMark = join(folder, '.complete');
  if (existsSync(completionMark)) return folder;
  console.log(`Installing ${name} into ${folder}, once. This needs a network.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install(folder);
  mkdirSync(completionMark);
  return folder;
};

/** @returns the folder of the command `sam` */
export const prepareSam = (): string => {
  const install = (folder: string): void => {
    mustRun('python3', '-m', 'venv', folder);
    mustRun(join(folder, 'bin/pip'), 'install', '-q', '--no-input', SAM_CLI);
  };
  return join(prepare(SAM_CLI.replace('==', '-'), install), 'bin');
};

/** @returns the main file of Lambda's runtime client for Node.js, whose native part is not built */
export const prepareRuntimeClient = (): string => {
  const install = (folder: string): void => {
    mustRun('npm', 'pack', '--silent', '--pack-destination', folder, RUNTIME_CLIENT);
    const file = join(folder, `${RUNTIME_CLIENT.replace('@', '-')}.tgz`);
    const found = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (found !== RUNTIME_CLIENT_INTEGRITY) throw new Error(`${RUNTIME_CLIENT} does not have the expected SHA-512.`);
    mustRun('tar', '-xzf', file, '-C', folder);
  };
  return join(prepare(RUNTIME_CLIENT.replace('@', '-'), install), 'package/index.mjs');
};
