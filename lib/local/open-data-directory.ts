import { join } from 'node:path';
import { CannotStartError } from './cannot-start-error.ts';
import type { Journal } from './dynamodb/sqlite-journal.ts';
import { makeDirectory } from './make-directory.ts';

const FILE = 'dynamodb.sqlite';

const isLocked = (error: unknown): boolean => /database is locked/.test((error as Error).message);

/** Opens the file that keeps the embedded database, and creates it if it is missing. @throws CannotStartError */
export const openDataDirectory = async (directory: string): Promise<Journal> => {
  const file = join(directory, FILE);
  try {
    makeDirectory(directory);
    // Loaded only if it is needed, because most starts keep their data in memory.
    const { openSqliteJournal } = await import('./dynamodb/sqlite-journal.ts');
    return openSqliteJournal(file);
  } catch (error) {
    if (isLocked(error))
      throw new CannotStartError(`${directory} is in use by another local service: set DATA_DIR to another directory.`);
    throw new CannotStartError(
      `${file} cannot be used (${(error as Error).message}): set DATA_DIR to another directory.`,
    );
  }
};
