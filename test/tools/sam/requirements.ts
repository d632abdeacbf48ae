import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, inPython, run } from '../installed-programs.ts';

const SAM_CLI = 'aws-sam-cli==1.170.0';
const RUNTIME_CLIENT = 'aws-lambda-ric@4.0.2';
/** SHA-512 of the runtime client's package, so that no other file is run as Lambda's runtime client. */
const RUNTIME_CLIENT_INTEGRITY =
  'FE5Vskx7mYNnqAnWWJXUOsLp2VGgdsJsCoRLFTa8L4Yk0QVtArqR8q58yPA++QC1a73ZWJXBQ2AH31nIAv7NOQ==';

/** The files that Podman needs, by Debian package. */
const PODMAN_FILES = {
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
  iptables: '/usr/sbin/iptables',
  netavark: '/usr/lib/podman/netavark',
  'containernetworking-plugins': '/usr/lib/cni/bridge',
} as const;

/** What this machine lacks for the test. */
export const missingPrograms = (): readonly string[] => {
  if (process.platform !== 'linux') return ['Linux'];
  if (spawnSync('python3', ['-m', 'venv', '--help']).status !== 0) return ['Python 3.10 or later with venv'];
  if (process.env['DOCKER_HOST']) return [];
  if (process.getuid?.() !== 0)
    return ['the permissions of root, to start Podman, or DOCKER_HOST with the socket of an engine'];
  return Object.entries(PODMAN_FILES).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
};

/** @returns the folder of the command `sam` */
export const prepareSam = (): Promise<string> => inPython(SAM_CLI.replace('==', '-'), SAM_CLI);

/** @returns the main file of Lambda's runtime client for Node.js, whose native part is not built */
export const prepareRuntimeClient = async (): Promise<string> => {
  const name = RUNTIME_CLIENT.replace('@', '-');
  const cache = await inCache(name, async (folder) => {
    await run('npm', ['pack', '--silent', '--pack-destination', folder, RUNTIME_CLIENT]);
    const file = join(folder, `${name}.tgz`);
    if (hash('sha512', readFileSync(file), 'base64') !== RUNTIME_CLIENT_INTEGRITY)
      throw new Error(`${RUNTIME_CLIENT} does not have the expected SHA-512.`);
    await run('tar', ['-xzf', file, '-C', folder]);
  });
  return join(cache, 'package/index.mjs');
};
