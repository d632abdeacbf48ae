import { createServer } from 'node:net';

/**
 * Loaded before the program (`node --expose-gc --import`), this tells a test how much memory its process needs: whoever
 * connects to the socket that MEMORY_GAUGE names reads what is left when all garbage has been collected.
 */
const server = createServer((socket) => {
  globalThis.gc?.();
  socket.end(JSON.stringify(process.memoryUsage()));
});
server.listen(process.env['MEMORY_GAUGE']).unref();
