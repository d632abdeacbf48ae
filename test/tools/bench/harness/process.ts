import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process in which only the measured code runs. If it is not stopped earlier, it ends with the bench. */
export interface Subject {
  /** Sends a message, and returns the response to it. @throws Error if the process has ended */
  ask<Reply>(message: unknown): Promise<Reply>;
  stop(): Promise<void>;
}

/** A server in a process of its own. */
export interface Server extends Pick<Subject, 'stop'> {
  readonly url: string;
  /** Processor time used so far, in microseconds. */
  cpu(): Promise<number>;
  /** Resident memory, in bytes. */
  memory(): Promise<number>;
}

export const startSubject = (
  module: string,
  environment: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Subject => {
  const { PATH = '' } = process.env;
  const child = fork(module, {
    env: { PATH, NODE_ENV: 'production', ...environment },
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const died = ended.then(([code]) => Promise.reject(new Error(`${module} ended with ${code}`)));
  died.catch(() => undefined);
  return {
    async ask<Reply>(message: unknown) {
      const answered = once(child, 'message');
      child.send(message as object);
      const [reply] = (await Promise.race([answered, died])) as [Reply];
      return reply;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** @param name the name of a module in `peers/` that calls `answerBench` */
export const startServer = async (name: string, environment: Readonly<Record<string, string>>): Promise<Server> => {
  const { ask, stop } = startSubject(join(import.meta.dirname, `../peers/${name}.ts`), environment);
  const { url } = await ask<{ url: string }>('url');
  const usage = () => ask<{ readonly cpu: number; readonly memory: number }>('usage');
  return { url, stop, cpu: async () => (await usage()).cpu, memory: async () => (await usage()).memory };
};
