import { createServer } from 'node:net';

/**
 * Loaded before the program (`node --expose-gc --import`), this lets a test read the memory use of its process: a test
 * connects to the socket that MEMORY_SOCKET names and reads the use after a garbage collection.
 */
const server = createServer((socket) => {
  globalThis.gc?.();
  socket.end(JSON.stringify(process.memoryUsage()));
});
server.listen(process.env['MEMORY_SOCKET']).unref();
