import pMap from 'p-map';
import { chunk } from './chunk.ts';
import type { Database } from './database.ts';
import { STATEMENTS_PER_CALL, writeStatements, type WriteStatement } from './write-statements.ts';

const CALLS_AT_ONCE = 16;

/**
 * Executes statements that write different items, 25 per call. If PartiQL cannot be used, none is executed.
 * @returns for each statement whether it wrote its item; see {@link writeStatements}
 */
export const makeStatementWriter = (
  database: Database,
): ((statements: readonly WriteStatement[]) => Promise<boolean[]>) => {
  /** Whether PartiQL can be used; undefined until the first call. */
  let isAvailable: boolean | undefined;

  const writeSome = async (statements: readonly WriteStatement[]): Promise<boolean[]> => {
    const results = isAvailable === false ? undefined : await writeStatements(database, statements);
    isAvailable = results !== undefined;
    return results ?? statements.map(() => false);
  };

  return async (statements) => {
    const parts = chunk(statements, STATEMENTS_PER_CALL);
    const first = isAvailable === undefined ? await Promise.all(parts.splice(0, 1).map(writeSome)) : [];
    return [...first, ...(await pMap(parts, writeSome, { concurrency: CALLS_AT_ONCE }))].flat();
  };
};
