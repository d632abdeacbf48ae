import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a process in which only the measured code runs. If it is not stopped earlier, it ends with the bench. */
export const startSubject = (module: string, environment: Readonly<Record<string, string>>) => {
  const { PATH = '' } = process.env;
  const child = fork(module, {
    env: { PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const died = ended.then(([code]) => Promise.reject(new Error(`${module} ended with ${code}`)));
  died.catch(() => undefined);
  return {
    /** Sends a message, and returns the response to it. @throws Error if the process has ended */
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

/** A server in a process of its own. */
export type Server = Awaited<ReturnType<typeof startServer>>;

/** @param name the name of a module in `peers/` that calls `answerBench` */
export const startServer = async (name: string, environment: Readonly<Record<string, string>>) => {
  const { ask, stop } = startSubject(join(import.meta.dirname, `../peers/${name}.ts`), environment);
  const { url } = await ask<{ url: string }>('url');
  /** Processor time used so far, in microseconds. */
  const cpu = async () => (await ask<{ readonly cpu: number }>('usage')).cpu;
  return { url, stop, cpu };
};
