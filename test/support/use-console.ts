import { startConsoleService, type ConsoleService } from './console-service.ts';
import { useForFile } from './use-service.ts';

/** Runs the console for the tests of a file. */
export const useConsoleService = (): ConsoleService => useForFile(startConsoleService);
