import { DatabaseSync } from 'node:sqlite';
import type { Item } from './attribute-value.ts';
import { keyTexts, type TableDefinition } from './table-definition.ts';
import type { Change, StoredItem } from './table.ts';

/** A transaction that is remembered by its ClientRequestToken. */
export interface RememberedTransaction {
  readonly token: string;
  readonly digest: string;
  readonly at: number;
}

/** The lock is exclusive, so that a second process cannot open the file. Each commit is on the disk when it returns. */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS definitions (name TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS items (
    name TEXT NOT NULL, key TEXT NOT NULL, keys TEXT NOT NULL, item TEXT NOT NULL, PRIMARY KEY (name, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS transactions (token TEXT PRIMARY KEY, digest TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`;

/**
 * Stores the engine's tables and remembered transactions in a SQLite file. The writes of one turn of the event loop are
 * committed together, so that simultaneous requests share one write to the disk. A DynamoDB transaction is always in one commit.
 * @throws SQLite's error if the file cannot be used
 */
export const openSqliteJournal = (file: string) => {
  const database = new DatabaseSync(file);
  database.exec(SETTINGS);
  database.exec(`BEGIN EXCLUSIVE; ${SCHEMA} COMMIT;`);
  const put = database.prepare('INSERT OR REPLACE INTO items (name, key, keys, item) VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM items WHERE name = ? AND key = ?');
  const remember = database.prepare('INSERT OR REPLACE INTO transactions (token, digest, at) VALUES (?, ?, ?)');
  let pendingCommit: Promise<void> | undefined;

  const commit = (): void => {
    if (!pendingCommit) return;
    pendingCommit = undefined;
    database.exec('COMMIT');
  };

  const begin = (): void => {
    if (pendingCommit) return;
    database.exec('BEGIN');
    pendingCommit = new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          commit();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  };

  /** Items stay text until they are used, because parsing a million of them takes ten seconds. */
  function* itemsOf(name: string): Generator<StoredItem> {
    const select = database.prepare('SELECT keys, item FROM items WHERE name = ?');
    select.setReturnArrays(true);
    for (const [keys, text] of select.iterate(name) as Iterable<unknown[]>) {
      let item: Item | string = text as string;
      yield {
        keys: JSON.parse(keys as string) as StoredItem['keys'],
        item: () => (typeof item === 'string' ? (item = JSON.parse(item) as Item) : item),
      };
    }
  }

  return {
    read: () =>
      database
        .prepare('SELECT name, definition FROM definitions')
        .all()
        .map(({ name, definition }) => ({
          definition: JSON.parse(String(definition)) as TableDefinition,
          items: itemsOf(String(name)),
        })),
    /** Forgets the transactions from before `since` (in milliseconds), and returns the rest, oldest first. */
    readTransactions(since: number): readonly RememberedTransaction[] {
      database.prepare('DELETE FROM transactions WHERE at < ?').run(since);
      return database
        .prepare('SELECT token, digest, at FROM transactions ORDER BY at')
        .all() as unknown as RememberedTransaction[];
    },
    define(definition: TableDefinition): void {
      begin();
      database
        .prepare('INSERT INTO definitions (name, definition) VALUES (?, ?)')
        .run(definition.name, JSON.stringify(definition));
    },
    drop(name: string): void {
      begin();
      database.prepare('DELETE FROM definitions WHERE name = ?').run(name);
      database.prepare('DELETE FROM items WHERE name = ?').run(name);
    },
    /** Writes all changes, or none. */
    write(changes: readonly Change[], transaction?: RememberedTransaction): void {
      begin();
      for (const { table, before, after } of changes) {
        const keys = keyTexts(table, (after ?? before) as Item);
        if (after) put.run(table.name, keys[0] as string, JSON.stringify(keys), JSON.stringify(after));
        else remove.run(table.name, keys[0] as string);
      }
      if (transaction) remember.run(transaction.token, transaction.digest, transaction.at);
    },
    /** Resolves when all writes so far are durable; undefined if there is nothing to commit. */
    get committed(): Promise<void> | undefined {
      return pendingCommit;
    },
    close(): void {
      commit();
      database.close();
    },
  };
};

export type Journal = ReturnType<typeof openSqliteJournal>;
