import { DatabaseSync } from 'node:sqlite';
import type { Item } from './attribute-value.ts';
import { keyTexts, type TableDefinition } from './table-definition.ts';
import type { Change } from './table.ts';

/**
 * The lock is exclusive, so that a second process cannot open the file. A commit survives the end of the process, however that
 * ends. A power failure can lose the last commits, but never a part of one.
 */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
`;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS definitions (name TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS items (name TEXT, key TEXT, item TEXT NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID;
`;

const parse = (text: unknown): unknown => JSON.parse(String(text));

/**
 * Stores the engine's tables in a SQLite file. Each write is one commit.
 * @throws SQLite's error if the file cannot be used
 */
export const openSqliteJournal = (file: string) => {
  const database = new DatabaseSync(file);
  database.exec(SETTINGS);
  database.exec(`BEGIN EXCLUSIVE; ${SCHEMA} COMMIT;`);
  const put = database.prepare('INSERT OR REPLACE INTO items (name, key, item) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM items WHERE name = ? AND key = ?');

  const commit = (write: () => void): void => {
    database.exec('BEGIN');
    try {
      write();
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

  return {
    read: (): { readonly definition: TableDefinition; readonly items: Item[] }[] =>
      database
        .prepare('SELECT definition FROM definitions')
        .all()
        .map(({ definition: text }) => {
          const definition = parse(text) as TableDefinition;
          const rows = database.prepare('SELECT item FROM items WHERE name = ?').all(definition.name);
          return { definition, items: rows.map(({ item }) => parse(item) as Item) };
        }),
    define(definition: TableDefinition): void {
      const insert = database.prepare('INSERT INTO definitions (name, definition) VALUES (?, ?)');
      insert.run(definition.name, JSON.stringify(definition));
    },
    drop: (name: string): void =>
      commit(() => {
        database.prepare('DELETE FROM definitions WHERE name = ?').run(name);
        database.prepare('DELETE FROM items WHERE name = ?').run(name);
      }),
    /** Writes all changes, or none. */
    write: (changes: readonly Change[]): void =>
      commit(() => {
        for (const { table, before, after } of changes) {
          const [keyInTable] = keyTexts(table, (after ?? before) as Item);
          if (after) put.run(table.name, keyInTable as string, JSON.stringify(after));
          else remove.run(table.name, keyInTable as string);
        }
      }),
    close: (): void => database.close(),
  };
};

export type Journal = ReturnType<typeof openSqliteJournal>;
