import { createServer } from 'node:net';

/**
 * Lets a test move the clock of a program's process. Must be loaded before the program (`node --import`). The test connects to
 * the socket that MOVABLE_CLOCK names, and writes the difference from the machine's clock in milliseconds.
 */
const MachineDate = Date;
let offset = 0;

class MovedDate extends MachineDate {
  constructor(...values: readonly unknown[]) {
    if (values.length === 0) super(MovedDate.now());
    else super(...(values as [number]));
  }
  static override now(): number {
    return MachineDate.now() + offset;
  }
}
globalThis.Date = MovedDate as DateConstructor;

const server = createServer((socket) => {
  socket.setEncoding('utf8').on('data', (milliseconds) => {
    offset = Number(milliseconds);
    socket.end('moved');
  });
});
server.listen(process.env['MOVABLE_CLOCK']).unref();
