import * as v from 'valibot';
import { CannotStartError } from '../cannot-start-error.ts';

export interface Bridge {
  /** This machine's address on the bridge, such as 172.17.0.1. */
  readonly address: string;
  /** The addresses of the containers, such as 172.17.0.0/16. */
  readonly subnet: string;
}

/** How containers reach this machine. Docker Desktop, which runs in a virtual machine, forwards `host-gateway` to 127.0.0.1. */
export type ContainerHost = 'host-gateway' | Bridge;

/** `GET /info`. Docker reports an engine without root as a security option, Podman as a field. */
const infoSchema = v.object({
  Name: v.string(),
  SecurityOptions: v.nullish(v.array(v.string()), []),
  Rootless: v.nullish(v.boolean(), false),
});

/** `GET /networks/bridge` */
const networkSchema = v.object({
  IPAM: v.object({ Config: v.array(v.object({ Subnet: v.string(), Gateway: v.optional(v.string()) })) }),
});

/** Docker might report no gateway until it is restarted. The gateway is then the first address of the subnet. */
const firstAddress = (subnet: string): string =>
  subnet.replace(/\d+\/\d+$/, (end) => String(Number.parseInt(end, 10) + 1));

/**
 * @param info the engine's response to `GET /info`
 * @param network the engine's response to `GET /networks/bridge`
 * @param hostName of this machine; an engine in a virtual machine has a different one
 * @throws CannotStartError if the containers cannot reach this machine
 */
export const findContainerHost = (info: unknown, network: unknown, hostName: string): ContainerHost => {
  const { Name, SecurityOptions, Rootless } = v.parse(infoSchema, info);
  if (Name !== hostName) return 'host-gateway';
  if (Rootless || SecurityOptions?.includes('name=rootless')) {
    throw new CannotStartError(
      'Containers of an engine without root cannot reach this machine: set DOCKER_HOST to an engine that runs as root, such as unix:///run/podman/podman.sock.',
    );
  }
  const { IPAM } = v.parse(networkSchema, network);
  const config = IPAM.Config.find(({ Subnet }) => !Subnet.includes(':'));
  if (!config) throw new CannotStartError('The network "bridge" of the container engine has no IPv4 addresses.');
  return { address: config.Gateway ?? firstAddress(config.Subnet), subnet: config.Subnet };
};
