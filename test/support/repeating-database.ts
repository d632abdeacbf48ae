import type { MemoryDatabase } from './memory-database/memory-database.ts';

/** Makes a database that performs every command twice, as happens if a response is lost and the SDK sends the command again. */
export const makeRepeatingDatabase = (database: MemoryDatabase): MemoryDatabase => {
  const send = async (command: Parameters<MemoryDatabase['perform']>[0]) => {
    database.perform(command);
    return database.perform(command);
  };
  return { ...database, send: send as MemoryDatabase['send'] };
};
