import type { Database } from '../../shared/adapters/dynamodb/database.ts';

/** Makes a database that performs every command twice, as happens if a response is lost and the SDK sends the command again. */
export const makeRepeatingDatabase = <Opened extends Database>(database: Opened): Opened => {
  const send = async (command: never): Promise<unknown> => {
    await database.send(command);
    return database.send(command);
  };
  return { ...database, send };
};
