import { once } from 'node:events';
import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { runCommand, startProgram } from '../processes.ts';

export interface ContainerEngine {
  readonly dockerHost: string;
  /** Makes an image from an archive of its files. @throws Error if the engine rejects it */
  readonly importImage: (archive: string, name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

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
  const storage = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')];
  const words = [...storage, 'system', 'service', '--time', '0', `unix://${socketPath}`];
  const server = await startProgram('podman', words, environment, () => existsSync(socketPath));
  return engineAt(socketPath, async () => {
    await server.stop();
    for (const command of ['rm', 'rmi'])
      await runCommand('podman', [...storage, command, '--all', '--force'], environment);
  });
};

/** Connects to the engine that `DOCKER_HOST` names, or starts a Podman in `folder`. */
export const openEngine = async (folder: string): Promise<ContainerEngine> => {
  const { DOCKER_HOST: dockerHost } = process.env;
  return dockerHost ? engineAt(dockerHost.replace('unix://', ''), async () => undefined) : startPodman(folder);
};
