import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { CannotStartError } from '../cannot-start-error.ts';
import type { Environment } from '../options.ts';

export interface Bridge {
  /** This machine's address on the bridge, such as 172.17.0.1. */
  readonly address: string;
  /** The addresses of the containers, such as 172.17.0.0/16. */
  readonly subnet: string;
}

/** How containers reach this machine. Docker Desktop, which runs in a virtual machine, forwards `host-gateway` to 127.0.0.1. */
export type ContainerHost = 'host-gateway' | Bridge;

/** `GET /info`. Docker reports a rootless engine with a security option, Podman with the field `Rootless`. */
const infoSchema = v.object({
  Name: v.string(),
  SecurityOptions: v.nullish(v.array(v.string()), []),
  Rootless: v.nullish(v.boolean(), false),
});

/** `GET /networks/bridge` */
const networkSchema = v.object({
  IPAM: v.object({ Config: v.array(v.object({ Subnet: v.string(), Gateway: v.optional(v.string()) })) }),
});

/**
 * Returns the first address of a subnet, which is the gateway. Needed because Docker may omit the gateway until the engine has
 * been restarted once.
 */
const firstAddress = (subnet: string): string =>
  subnet.replace(/\d+\/\d+$/, (end) => String(Number.parseInt(end, 10) + 1));

/**
 * @param info the engine's response to `GET /info`
 * @param network the engine's response to `GET /networks/bridge`
 * @param hostName the host name of this machine; an engine in a virtual machine has a different one
 * @throws CannotStartError if the containers cannot reach this machine
 */
export const findContainerHost = (info: unknown, network: unknown, hostName: string): ContainerHost => {
  const { Name, SecurityOptions, Rootless } = v.parse(infoSchema, info);
  if (Name !== hostName) return 'host-gateway';
  if (Rootless || SecurityOptions?.includes('name=rootless')) {
    throw new CannotStartError(
      'The containers of a rootless engine cannot reach this machine: set DOCKER_HOST to an engine that runs as root, such as unix:///run/podman/podman.sock.',
    );
  }
  const { IPAM } = v.parse(networkSchema, network);
  const config = IPAM.Config.find(({ Subnet }) => !Subnet.includes(':'));
  if (!config) throw new CannotStartError('The network "bridge" of the container engine has no IPv4 addresses.');
  return { address: config.Gateway ?? firstAddress(config.Subnet), subnet: config.Subnet };
};

/** The socket at which the SAM CLI and Docker's own tools look for the engine. */
const DEFAULT_DOCKER_HOST = 'unix:///var/run/docker.sock';
const TIMEOUT_MILLISECONDS = 30_000;

const readSocketPath = ({ DOCKER_HOST }: Environment): string => {
  const host = DOCKER_HOST || DEFAULT_DOCKER_HOST;
  const path = /^unix:\/\/(?<path>\/.+)$/.exec(host)?.groups?.['path'];
  if (path !== undefined) return path;
  throw new CannotStartError(
    `DOCKER_HOST is "${host}" and must be a socket of this machine, such as ${DEFAULT_DOCKER_HOST}.`,
  );
};

const explain = (socketPath: string, { code, message }: NodeJS.ErrnoException): string => {
  if (code === 'EACCES') {
    return `You have no permission to use the container engine at ${socketPath}: add yourself to the group of that file, usually docker, and log in again.`;
  }
  if (code === 'ENOENT' || code === 'ECONNREFUSED') {
    return `No container engine responds at ${socketPath}: start Docker, or set DOCKER_HOST to the socket of Podman, such as unix:///run/podman/podman.sock.`;
  }
  return `The container engine at ${socketPath} does not respond as Docker does: ${message}.`;
};

const read = async (socketPath: string, path: string): Promise<unknown> => {
  try {
    const sent = request({ socketPath, path, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return await json(response);
  } catch (error) {
    throw new CannotStartError(explain(socketPath, error as NodeJS.ErrnoException), { cause: error });
  }
};

/**
 * Finds out how containers reach this machine. Asks the container engine only on Linux, because elsewhere the engine runs in a
 * virtual machine.
 * @throws CannotStartError if the containers cannot reach this machine, or if there is no engine
 */
export const readContainerHost = async (
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<ContainerHost> => {
  if (platform !== 'linux') return 'host-gateway';
  const socketPath = readSocketPath(environment);
  const [info, network] = [await read(socketPath, '/info'), await read(socketPath, '/networks/bridge')];
  try {
    return findContainerHost(info, network, hostname());
  } catch (error) {
    if (!v.isValiError(error)) throw error;
    throw new CannotStartError(explain(socketPath, error), { cause: error });
  }
};
