import type { AddressInfo, Server } from 'node:net';
import { CannotStartError } from './cannot-start-error.ts';

/** The interface that every local server listens on, so that other machines cannot reach it. */
export const LOOPBACK = '127.0.0.1';

const explain = (error: NodeJS.ErrnoException, setting: string, port: number): Error => {
  if (error.code === 'EADDRINUSE')
    return new CannotStartError(`Port ${port} is in use: set ${setting} to another port, or to 0 for any free one.`);
  if (error.code === 'EACCES')
    return new CannotStartError(`You have no permission to listen on port ${port}: set ${setting} to 1024 or higher.`);
  return error;
};

/**
 * Starts listening, on any free port if `port` is 0.
 * @param setting the name of the setting for the port
 * @returns the URL
 * @throws CannotStartError if the port is not available; the message names the setting
 */
export const listen = (server: Server, setting: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(explain(error, setting, port));
    });
    server.listen(port, LOOPBACK, () => resolve(`http://${LOOPBACK}:${(server.address() as AddressInfo).port}`));
  });
