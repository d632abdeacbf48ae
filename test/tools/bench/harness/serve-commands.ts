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

/** Processor time that the process has used so far, in microseconds. */
const cpuMicroseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Longer than the time between a response of the database and the calls that follow it. */
const TURNS = 10;

/** Resolves when this process only waits for other processes. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Signatures are verified in the thread pool, which processes its queue in order.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await nextTurn();
  }
};

/** Runs in a subject's process: reports that it is ready, then performs the commands that it receives. */
export const serveCommands = (commands: Readonly<Record<string, Command>>): void => {
  const all = { cpuMicroseconds, settle, ...commands };
  process.on('message', (request: Request) => {
    void run(all, request).then((reply) => process.send?.({ number: request.number, ...reply }));
  });
  // The bench has ended.
  process.on('disconnect', () => process.exit());
  process.send?.({ number: 0 });
};
