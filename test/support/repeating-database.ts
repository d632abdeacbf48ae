import type { MemoryDatabase } from './memory-database/memory-database.ts';

/** Performs every command twice, as the SDK does if the response to the first one is lost. */
export const performTwice = (database: MemoryDatabase): MemoryDatabase => {
  const send = async (command: Parameters<MemoryDatabase['perform']>[0]) => {
    database.perform(command);
    return database.perform(command);
  };
  return { ...database, send: send as MemoryDatabase['send'] };
};
