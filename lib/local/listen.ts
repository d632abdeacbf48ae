import type { AddressInfo, Server } from 'node:net';
import { CannotStartError } from './cannot-start-error.ts';

/** The one interface that everything here listens on: nothing of it is for other machines. */
export const LOOPBACK = '127.0.0.1';

const explain = (error: NodeJS.ErrnoException, setting: string, port: number): Error => {
  if (error.code === 'EADDRINUSE')
    return new CannotStartError(`Port ${port} is in use: set ${setting} to another port, or to 0 for any free one.`);
  if (error.code === 'EACCES')
    return new CannotStartError(`Port ${port} may not be listened on: set ${setting} to a port from 1024 up.`);
  return error;
};

/**
 * Starts to listen, on any free port where `port` is 0.
 * @param setting the setting that the port came from.
 * @returns the URL. @throws CannotStartError that names the setting where the port cannot be had.
 */
export const listen = (server: Server, setting: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(explain(error, setting, port));
    });
    server.listen(port, LOOPBACK, () => resolve(`http://${LOOPBACK}:${(server.address() as AddressInfo).port}`));
  });
