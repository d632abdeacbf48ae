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

/** The side of a subject: says that it is ready, then does what it is asked. */
export const serveCommands = (commands: Readonly<Record<string, Command>>): void => {
  const all = { cpuMicroseconds, ...commands };
  process.on('message', (request: Request) => {
    void run(all, request).then((reply) => process.send?.({ number: request.number, ...reply }));
  });
  process.send?.({ number: 0 });
};
