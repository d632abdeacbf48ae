import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endWithMeasure } from './child-processes.ts';

/** A measured process: nothing else runs in it, and it does not use code that other processes compiled. */
export interface Subject {
  readonly process: ChildProcess;
  /** Runs one of its commands. @throws Error if it failed */
  ask<HttpResponse>(command: string, argument?: unknown): Promise<HttpResponse>;
  stop(): Promise<void>;
}

interface Reply {
  readonly number: number;
  readonly answer?: unknown;
  readonly error?: string;
}

/** Starts a module that calls `serveCommands`, with only the given environment variables. */
export const startSubject = async (module: string, environment: Readonly<Record<string, string>>): Promise<Subject> => {
  const { PATH = '' } = process.env;
  const child = endWithMeasure(
    fork(module, { env: { PATH, ...environment }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  const ended = once(child, 'exit');
  const died = ended.then(([code]) => {
    throw new Error(`${module} ended with ${code}`);
  });
  died.catch(() => undefined);
  let last = 0;
  const receive = async (number: number): Promise<Reply> => {
    for (;;) {
      const [reply] = (await once(child, 'message')) as [Reply];
      if (reply.number === number) return reply;
    }
  };
  await Promise.race([receive(0), died]);
  return {
    process: child,
    async ask<HttpResponse>(command: string, argument?: unknown) {
      last += 1;
      child.send({ number: last, command, argument });
      const reply = await Promise.race([receive(last), died]);
      if (reply.error !== undefined) throw new Error(`${module}: ${reply.error}`);
      return reply.answer as HttpResponse;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
};
