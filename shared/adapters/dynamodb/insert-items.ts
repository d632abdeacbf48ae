import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { Database } from './database.ts';

type Item = Readonly<Record<string, unknown>>;

/** BatchExecuteStatement takes no more statements in one call. */
const STATEMENTS_A_CALL = 25;
const CALLS_AT_ONCE = 16;

/** INSERT refuses an item that exists: no race can replace what another writer has put there. */
const toStatement = (table: string, item: Item) => {
  const given = Object.entries(item).filter(([, value]) => value !== undefined);
  return {
    Statement: `INSERT INTO "${table}" VALUE {${given.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: given.map(([, value]) => value),
  };
};

/**
 * The embedded engine has no PartiQL, a role may not be allowed to use it, and moto responds with a page instead of JSON: that
 * is wrapped as a dependency that is not available.
 */
const isRefusedAsAWhole = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name } = error.cause instanceof SyntaxError ? error.cause : error;
  return ['UnknownOperationException', 'AccessDeniedException', 'SyntaxError'].includes(name);
};

const chunk = (items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / STATEMENTS_A_CALL) }, (_, index) =>
    items.slice(index * STATEMENTS_A_CALL, (index + 1) * STATEMENTS_A_CALL),
  );

/**
 * Creates items with distinct keys, 25 a call, by PartiQL; if it cannot be used, none is created.
 * @returns for each item whether it was created; if not, there may be one with its key
 */
export const makeInsertItems = (
  database: Database,
  table: string,
): ((items: readonly Item[]) => Promise<boolean[]>) => {
  let isAvailable = true;

  const insertSome = async (items: readonly Item[]): Promise<boolean[]> => {
    if (!isAvailable) return items.map(() => false);
    const Statements = items.map((item) => toStatement(table, item));
    try {
      const { Responses = [] } = await database.send(new BatchExecuteStatementCommand({ Statements }));
      return items.map((_, index) => Responses[index] !== undefined && Responses[index].Error === undefined);
    } catch (error) {
      if (!isRefusedAsAWhole(error)) throw error;
      isAvailable = false;
      return items.map(() => false);
    }
  };

  return async (items) => {
    // The first alone: it tells whether the others need to be tried.
    const [first = [], ...others] = chunk(items);
    const created = first.length > 0 ? await insertSome(first) : [];
    return [...created, ...(await pMap(others, insertSome, { concurrency: CALLS_AT_ONCE })).flat()];
  };
};
