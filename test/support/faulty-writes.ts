import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { interceptDatabase } from './intercept-database.ts';
import type { Command } from './memory-database/memory-database.ts';

/**
 * Faults of a write that the SDK hides from its caller:
 * - `hold`: The write waits until it is released.
 * - `stray`: The connection is cut, the SDK sends the write again, and the first copy arrives when it is released.
 * - `lose`: The write is performed, but its response is lost, and the SDK sends the write again.
 */
export const writeFaults = ['hold', 'stray', 'lose'] as const;
export type WriteFault = (typeof writeFaults)[number];

const isWrite = ({ constructor: { name } }: Command): boolean => /Put|Update|Delete|Write/.test(name);

/** Injects faults into the writes of all stores in this process. */
export const makeFaultyWrites = () => {
  let plan: (write: Command) => WriteFault | 'fail' | 'none' = () => 'none';
  let released = Promise.withResolvers<void>();
  const strays: Promise<unknown>[] = [];

  const performWith: Record<ReturnType<typeof plan>, (perform: () => Promise<unknown>) => Promise<unknown>> = {
    none: (perform) => perform(),
    fail: () => Promise.reject(new InternalServerError({ message: 'injected', $metadata: { httpStatusCode: 500 } })),
    hold: (perform) => released.promise.then(perform),
    stray: (perform) => {
      strays.push(released.promise.then(perform));
      return perform();
    },
    lose: async (perform) => {
      await perform().catch(() => undefined);
      return perform();
    },
  };
  interceptDatabase((command, perform) => performWith[isWrite(command) ? plan(command) : 'none'](perform));

  return {
    /** Sets the fault of every later write. With `fail`, DynamoDB rejects all tries. */
    inject: (next: typeof plan) => {
      plan = next;
      released = Promise.withResolvers();
    },
    /** Releases all writes that are on hold or stray. Resolves when the stray ones have been performed. */
    async release() {
      released.resolve();
      await Promise.allSettled(strays.splice(0));
    },
  };
};
