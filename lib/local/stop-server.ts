import type { Server } from 'node:http';

/**
 * Stops accepting requests, and waits for at most `graceMilliseconds` until the requests in progress are finished. Idle
 * connections are closed at once.
 */
export const stopServer = async (server: Server, graceMilliseconds = 1_000): Promise<void> => {
  const closed = Promise.withResolvers<void>();
  server.close(() => {
    closed.resolve();
  });
  const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  // `close` closes only connections that are already idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await closed.promise;
  clearTimeout(deadline);
  clearInterval(sweep);
};
