import { setImmediate as nextTurn } from 'node:timers/promises';

type Command = (argument: never) => unknown;

interface Request {
  readonly number: number;
  readonly command: string;
  readonly argument: unknown;
}

const run = async (commands: Readonly<Record<string, Command>>, { command, argument }: Request) => {
  try {
    return { answer: await commands[command]?.(argument as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

/** What the process has spent so far, in microseconds of processor time. */
const cpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** More than it takes from a response of the database to the calls that follow it. */
const TURNS = 10;

/** Resolves when whatever was under way here without waiting for another process is done. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Signatures are verified in the thread pool, which works off what it is given in turn.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await nextTurn();
  }
};

/** The side of a subject: says that it is ready, then does what it is asked. */
export const serveCommands = (commands: Readonly<Record<string, Command>>): void => {
  const all = { cpuMicroseconds, settle, ...commands };
  process.on('message', (request: Request) => {
    void run(all, request).then((reply) => process.send?.({ number: request.number, ...reply }));
  });
  process.send?.({ number: 0 });
};
