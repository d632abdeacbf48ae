import pMap from 'p-map';
import { chunk } from './chunk.ts';
import type { Database } from './database.ts';
import { STATEMENTS_PER_CALL, toInsert, writeStatements } from './write-statements.ts';

type Item = Readonly<Record<string, unknown>>;

const CALLS_AT_ONCE = 16;

/**
 * Creates items with distinct keys by PartiQL, 25 per call; if PartiQL cannot be used, none is created. INSERT refuses an item
 * that exists, so it never overwrites the item of another writer.
 * @returns for each item whether it was created; if not, an item with its key may exist
 */
export const makeInsertItems = (
  database: Database,
  table: string,
): ((items: readonly Item[]) => Promise<boolean[]>) => {
  let isAvailable = true;

  const insertSome = async (items: readonly Item[]): Promise<boolean[]> => {
    const statements = items.map((item) => toInsert(table, item));
    const results = isAvailable ? await writeStatements(database, statements) : undefined;
    isAvailable = results !== undefined;
    return items.map((_, index) => results?.[index] === true);
  };

  return async (items) => {
    // The first call is made alone, to find out whether PartiQL can be used.
    const [first = [], ...others] = chunk(items, STATEMENTS_PER_CALL);
    const created = first.length > 0 ? await insertSome(first) : [];
    return [...created, ...(await pMap(others, insertSome, { concurrency: CALLS_AT_ONCE })).flat()];
  };
};
