import { createServer } from 'node:net';

/**
 * Loaded before a program (`node --expose-gc --import`). Reports the memory use of the process: a test connects to the socket
 * MEMORY_SOCKET and reads the use after a garbage collection.
 */
const server = createServer((socket) => {
  globalThis.gc?.();
  socket.end(JSON.stringify(process.memoryUsage()));
});
server.listen(process.env['MEMORY_SOCKET']).unref();
