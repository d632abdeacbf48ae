import { afterAll, beforeAll } from '@jest/globals';
import { runServiceInMemory, type RunningService } from './running-service.ts';

const closers: (() => Promise<unknown>)[] = [];

/**
 * Opens something before the tests of a file, and stops it after them; what was opened last is stopped first.
 * @returns a copy of the opened object, whose members exist only while hooks and tests run
 */
export const useForFile = <Opened extends { stop(): Promise<unknown> }>(open: () => Promise<Opened>): Opened => {
  const opened = {} as Opened;
  beforeAll(async () => {
    Object.assign(opened, await open());
    closers.push(() => opened.stop());
  });
  afterAll(() => closers.pop()?.());
  return opened;
};

/** Runs the service in memory for the tests of a file. */
export const useServiceInMemory = (): RunningService => useForFile(runServiceInMemory);
