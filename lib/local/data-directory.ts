import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStartError } from './cannot-start-error.ts';
import type { Journal } from './dynamodb/sqlite-journal.ts';

/**
 * Opens the file of the local service's data and signing keys, or creates it.
 * @param load reads the file, and may write to it
 * @throws CannotStartError if the file cannot be used, or `load` fails
 */
export const openDataDirectory = async <Loaded>(
  directory: string,
  load: (journal: Journal) => Loaded,
): Promise<{ readonly journal: Journal; readonly loaded: Loaded }> => {
  const file = join(directory, 'service.sqlite');
  let journal: Journal | undefined;
  try {
    mkdirSync(directory, { recursive: true });
    // SQLite gives its other files the same mode: only the owner can read the signing keys.
    writeFileSync(file, '', { flag: 'a', mode: 0o600 });
    // Loaded only if it is needed, because most starts keep their data in memory.
    const { openSqliteJournal } = await import('./dynamodb/sqlite-journal.ts');
    journal = openSqliteJournal(file);
    return { journal, loaded: load(journal) };
  } catch (error) {
    journal?.close();
    const { message } = error as Error;
    const problem = /database is locked/.test(message)
      ? `${directory} is in use by another local service`
      : `${file} cannot be used (${message})`;
    throw new CannotStartError(`${problem}: set DATA_DIR to another directory.`);
  }
};
