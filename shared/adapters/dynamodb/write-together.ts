import pMap from 'p-map';
import { chunk } from './chunk.ts';
import type { Database } from './database.ts';
import { STATEMENTS_A_CALL, writeStatements, type WriteStatement } from './write-statements.ts';

/** Together no more writes than the SDK keeps connections, also where each is made by a call of its own. */
const PARTS_AT_ONCE = 8;
const ALONE_AT_ONCE = 6;

/** How a conditional write is made by a statement, and by a call of its own. */
export interface ConditionalWriter<Write, Result> {
  readonly toStatement: (write: Write) => WriteStatement;
  /** What a write came to that its statement has made. */
  readonly toResult: (write: Write) => Result;
  readonly writeAlone: (write: Write) => Promise<Result>;
}

/**
 * Makes conditional writes 25 a call, by PartiQL. What a statement did not write is written by a call of its own, which says why,
 * and tries again what only had no capacity. So are all where PartiQL cannot be used.
 * @returns the result of each write, in their order; one that fails fails alone, or with those of its call
 */
export const writeTogether = async <Write, Result>(
  database: Database,
  writes: readonly Write[],
  { toStatement, toResult, writeAlone }: ConditionalWriter<Write, Result>,
): Promise<PromiseSettledResult<Result>[]> => {
  const settleAlone = async (write: Write): Promise<PromiseSettledResult<Result>> =>
    (await Promise.allSettled([writeAlone(write)]))[0];

  const writeSome = async (some: readonly Write[]): Promise<PromiseSettledResult<Result>[]> => {
    try {
      const isWritten = await writeStatements(database, some.map(toStatement));
      const settle = async (write: Write, index: number): Promise<PromiseSettledResult<Result>> =>
        isWritten?.[index] ? { status: 'fulfilled', value: toResult(write) } : settleAlone(write);
      return await pMap(some, settle, { concurrency: ALONE_AT_ONCE });
    } catch (reason) {
      return some.map(() => ({ status: 'rejected', reason }));
    }
  };

  const parts = await pMap(chunk(writes, STATEMENTS_A_CALL), writeSome, { concurrency: PARTS_AT_ONCE });
  return parts.flat();
};
