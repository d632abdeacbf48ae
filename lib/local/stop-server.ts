import type { Server } from 'node:http';

/**
 * Stops accepting requests and waits for those in progress. Idle connections are closed at once; a connection that has not
 * finished after `graceMilliseconds` is closed too.
 */
export const stopServer = async (server: Server, graceMilliseconds = 1_000): Promise<void> => {
  const closed = Promise.withResolvers<void>();
  server.close(() => {
    closed.resolve();
  });
  const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  // `close` closes only connections that are idle now, not those that become idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await closed.promise;
  clearTimeout(deadline);
  clearInterval(sweep);
};
