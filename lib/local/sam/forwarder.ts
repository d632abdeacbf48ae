import { once } from 'node:events';
import { BlockList, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { CannotStartError } from '../cannot-start-error.ts';
import { LOOPBACK } from '../local-server.ts';
import type { Bridge } from './container-host.ts';

/** Less time than a container needs to start. */
const RETRY_MILLISECONDS = 50;

/** Checks the caller's address, because Linux accepts connections to any address of the machine from any network. */
const makeContainerCheck = ({ address, subnet }: Bridge): ((caller: string) => boolean) => {
  const [network = '', bits] = subnet.split('/');
  const containers = new BlockList();
  containers.addSubnet(network, Number(bits));
  return (caller) => containers.check(caller) && caller !== address;
};

const forward = (caller: Socket, port: number): void => {
  const service = connect(port, LOOPBACK);
  // Either side can end the connection at any time, which closes both sockets.
  pipeline(caller, service, caller, () => undefined);
};

const listen = async (server: Server, address: string, port: number): Promise<void> => {
  server.listen(port, address);
  await once(server, 'listening');
};

const keepTrying = (server: Server, address: string, port: number, signal: AbortSignal): void => {
  const retry = setInterval(() => {
    if (server.listening) clearInterval(retry);
    else listen(server, address, port).catch(() => undefined);
  }, RETRY_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(retry));
};

/**
 * Forwards a port of the bridge address to the same port of the loopback address, for connections from containers only. The
 * service that listens there still checks each request. Podman adds the bridge address when its first container starts; until
 * then, the forwarder retries.
 * @returns a function that stops the forwarder. @throws CannotStartError if the port is in use
 */
export const startForwarder = async (bridge: Bridge, port: number): Promise<() => void> => {
  const isContainer = makeContainerCheck(bridge);
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    caller.on('error', () => undefined).on('close', () => callers.delete(caller));
    if (!isContainer(caller.remoteAddress ?? '')) return void caller.destroy();
    callers.add(caller);
    forward(caller, port);
  });
  const stopping = new AbortController();
  try {
    await listen(server, bridge.address, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new CannotStartError(
        `Port ${port} of ${bridge.address} is in use: stop the program that listens there, or set another DYNAMODB_PORT for both npm start and npm run sam.`,
      );
    }
    if (code !== 'EADDRNOTAVAIL') throw new CannotStartError(`Containers cannot call ${bridge.address}: ${message}.`);
    keepTrying(server, bridge.address, port, stopping.signal);
  }
  return () => {
    stopping.abort();
    server.close();
    for (const caller of callers) caller.destroy();
  };
};
