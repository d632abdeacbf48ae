import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { json } from 'node:stream/consumers';
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
interface EngineInfo {
  readonly Name?: string;
  readonly SecurityOptions?: readonly string[] | null;
  readonly Rootless?: boolean;
}

/** `GET /networks/bridge` */
interface EngineNetwork {
  readonly IPAM?: { readonly Config?: readonly { readonly Subnet: string; readonly Gateway?: string }[] };
}

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
export const findContainerHost = (info: EngineInfo, network: EngineNetwork, hostName: string): ContainerHost => {
  if (info.Name !== hostName) return 'host-gateway';
  if (info.Rootless || info.SecurityOptions?.includes('name=rootless')) {
    throw new CannotStartError(
      'The containers of a rootless engine cannot reach this machine: set DOCKER_HOST to an engine that runs as root, such as unix:///run/podman/podman.sock.',
    );
  }
  const config = network.IPAM?.Config?.find(({ Subnet }) => !Subnet.includes(':'));
  if (!config) throw new CannotStartError('The container engine has no network "bridge" with IPv4 addresses.');
  return { address: config.Gateway ?? firstAddress(config.Subnet), subnet: config.Subnet };
};

/** The socket at which the SAM CLI and Docker's own tools look for the engine. */
const DEFAULT_DOCKER_HOST = 'unix:///var/run/docker.sock';
const TIMEOUT_MILLISECONDS = 30_000;

const read = async (socketPath: string, path: string): Promise<object> => {
  try {
    const sent = request({ socketPath, path, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return (await json(response)) as object;
  } catch (error) {
    throw new CannotStartError(
      `No container engine responds at ${socketPath} (${(error as Error).message}): start Docker, or set DOCKER_HOST to a socket of this machine that you may use, such as unix:///run/podman/podman.sock.`,
      { cause: error },
    );
  }
};

/**
 * Finds out how containers reach this machine. Asks the container engine only on Linux, because elsewhere the engine runs in a
 * virtual machine.
 * @throws CannotStartError if the containers cannot reach this machine, or if there is no engine
 */
export const readContainerHost = async (
  { DOCKER_HOST }: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<ContainerHost> => {
  if (platform !== 'linux') return 'host-gateway';
  const socketPath = (DOCKER_HOST || DEFAULT_DOCKER_HOST).replace(/^unix:\/\//, '');
  const info = await read(socketPath, '/info');
  const network = await read(socketPath, '/networks/bridge');
  return findContainerHost(info, network, hostname());
};
