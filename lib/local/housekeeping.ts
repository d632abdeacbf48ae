import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { makeFunctionContext } from './gateway/call-function.ts';

export type HousekeepingHandler = (event: unknown, context: Context) => Promise<void>;

interface HousekeepingOptions {
  readonly everySeconds: number;
  readonly load: () => Promise<{ readonly handler: HousekeepingHandler }>;
  readonly onFailure: (error: unknown) => void;
}

const TIMEOUT_MILLISECONDS = 60_000;

/** Runs housekeeping on a schedule, one run at a time. @returns a function that ends the schedule after the current run */
export const startHousekeeping = ({ everySeconds, load, onFailure }: HousekeepingOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (): Promise<void> => sleep(everySeconds * 1000, undefined, { signal, ref: false });
  const run = async (): Promise<void> => {
    for (;;) {
      await pause();
      try {
        const { handler } = await load();
        await handler({}, makeFunctionContext('housekeeping', TIMEOUT_MILLISECONDS));
      } catch (error) {
        onFailure(error);
      }
    }
  };
  // Only `pause` throws, when it is aborted.
  const ended = run().catch(() => undefined);
  return async () => {
    stopping.abort();
    await ended;
  };
};
