import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { runCommand, watchProcess } from '../processes.ts';

export interface ContainerEngine {
  readonly dockerHost: string;
  /** Makes an image from an archive of its files. @throws Error if the engine rejects it */
  readonly importImage: (archive: string, name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const START_ATTEMPTS = 300;

/**
 * Settings that also work on machines without systemd and on machines with cgroups version 1, on which Podman's default
 * runtime, crun, does not start.
 */
const settingsIn = (folder: string): string => `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, 'networks')}"
`;

const importImage = async (socketPath: string, archive: string, name: string): Promise<void> => {
  const headers = { 'Content-Type': 'application/x-tar' };
  const path = `/images/create?fromSrc=-&repo=${name}&tag=latest`;
  const sent = request({ socketPath, method: 'POST', path, headers });
  const [[response]] = await Promise.all([
    once(sent, 'response') as Promise<[IncomingMessage]>,
    pipeline(createReadStream(archive), sent),
  ]);
  const message = await text(response);
  if (response.statusCode !== 200 || message.includes('"error"'))
    throw new Error(`The engine refused the image: ${message}`);
};

const engineAt = (socketPath: string, stop: () => Promise<void>): ContainerEngine => ({
  dockerHost: `unix://${socketPath}`,
  importImage: (archive, name) => importImage(socketPath, archive, name),
  stop,
});

/** Starts a Podman with its own images and containers, which are deleted at the end. */
const startPodman = async (folder: string): Promise<ContainerEngine> => {
  mkdirSync(folder);
  const socketPath = join(folder, 'socket');
  const settings = join(folder, 'containers.conf');
  writeFileSync(settings, settingsIn(folder));
  const environment = { ...process.env, CONTAINERS_CONF: settings };
  const storageOptions = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')];
  const server = watchProcess(
    spawn('podman', [...storageOptions, 'system', 'service', '--time', '0', `unix://${socketPath}`], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  for (let attempt = 0; !existsSync(socketPath); attempt += 1) {
    if (attempt === START_ATTEMPTS || server.hasEnded()) throw new Error(`Podman did not start: ${server.output()}`);
    await setTimeout(100);
  }
  return engineAt(socketPath, async () => {
    server.stop();
    for (const words of [
      ['rm', '--all', '--force'],
      ['rmi', '--all', '--force'],
    ]) {
      await runCommand('podman', [...storageOptions, ...words], environment);
    }
    rmSync(folder, { recursive: true, force: true });
  });
};

/** Connects to the engine that `DOCKER_HOST` names, or starts a Podman in `folder`. */
export const openEngine = async (folder: string): Promise<ContainerEngine> => {
  const { DOCKER_HOST: dockerHost } = process.env;
  return dockerHost ? engineAt(dockerHost.replace('unix://', ''), async () => undefined) : startPodman(folder);
};
