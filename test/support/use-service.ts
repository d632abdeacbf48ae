import { afterAll, beforeAll } from '@jest/globals';
import { runServiceInMemory, type RunningService } from './running-service.ts';

/**
 * Opens something before the tests of a file, and closes it after them.
 * @returns the opened object, whose members exist only while hooks and tests run
 */
export const useForFile = <Opened extends object>(
  open: () => Promise<Opened>,
  close: (opened: Opened) => Promise<unknown>,
): Opened => {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => close(opened));
  return opened;
};

/** Runs the service in memory for the tests of a file. */
export const useServiceInMemory = (): RunningService => useForFile(runServiceInMemory, (service) => service.stop());
