import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContainerEngine } from './container-engine.ts';

export const IMAGE = 'checkin-test-sam';

const RUNTIME = join(import.meta.dirname, 'runtime');
/** Programs that the SAM CLI runs when it adds its emulator to the image. */
const PROGRAMS = ['/bin/sh', '/bin/mv', '/bin/chmod'];

const run = (command: string, words: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  return stdout;
};

/** The shared libraries of a program, and its loader. */
const librariesOf = (program: string): string[] => run('ldd', [program]).match(/\/\S+/g) ?? [];

const copyInto = (root: string, from: string, to = from): void => {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  copyFileSync(from, join(root, to));
};

/**
 * Makes an image that replaces Lambda's image for Node.js 24, without a download. It contains this process's Node.js and
 * Lambda's own runtime client.
 * @param runtimeClient the main file of the runtime client
 * @param folder the folder for temporary files
 */
export const makeLambdaImage = async (
  engine: ContainerEngine,
  runtimeClient: string,
  folder: string,
): Promise<void> => {
  const root = join(folder, 'image');
  mkdirSync(join(root, 'tmp'), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  copyInto(root, process.execPath, '/usr/bin/node');
  for (const program of PROGRAMS) copyInto(root, program);
  for (const library of new Set([process.execPath, ...PROGRAMS].flatMap(librariesOf))) copyInto(root, library);
  copyInto(root, join(RUNTIME, 'bootstrap'), '/var/runtime/bootstrap');
  chmodSync(join(root, 'var/runtime/bootstrap'), 0o755);
  copyInto(root, runtimeClient, '/var/runtime/index.mjs');
  // A folder with this name is loaded as a module, in place of the native file.
  copyInto(root, join(RUNTIME, 'rapid-client.js'), '/var/runtime/rapid-client.node/index.js');
  mkdirSync(join(root, 'etc'));
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  const archive = join(folder, 'image.tar');
  run('tar', ['-C', root, '-cf', archive, '.']);
  await engine.importImage(archive, IMAGE);
  rmSync(root, { recursive: true });
  rmSync(archive);
};
