import pMap from 'p-map';
import { chunk } from './chunk.ts';
import type { Database } from './database.ts';
import { STATEMENTS_PER_CALL, writeStatements, type WriteStatement } from './write-statements.ts';

/** Both limits together allow no more parallel calls than the SDK keeps connections. */
const PARTS_AT_ONCE = 8;
const SINGLE_WRITES_AT_ONCE = 6;

/** Makes a conditional write by a statement or by a separate call. */
export interface ConditionalWriter<Write, Result> {
  readonly toStatement: (write: Write) => WriteStatement;
  /** The result of a write whose statement succeeded. */
  readonly toResult: (write: Write) => Result;
  readonly writeAlone: (write: Write) => Promise<Result>;
}

/**
 * Makes conditional writes by PartiQL, 25 per call. If a statement does not write its item, or PartiQL cannot be used, a separate
 * call makes the write: it returns the reason of a refusal, and is retried if DynamoDB had no capacity.
 * @returns the result of each write, in their order. A failure affects only one write, or the writes of one call
 */
export const writeTogether = async <Write, Result>(
  database: Database,
  writes: readonly Write[],
  { toStatement, toResult, writeAlone }: ConditionalWriter<Write, Result>,
): Promise<PromiseSettledResult<Result>[]> => {
  const settleSingle = async (write: Write): Promise<PromiseSettledResult<Result>> =>
    (await Promise.allSettled([writeAlone(write)]))[0];

  const writeSome = async (some: readonly Write[]): Promise<PromiseSettledResult<Result>[]> => {
    try {
      const isWritten = await writeStatements(database, some.map(toStatement));
      const settle = async (write: Write, index: number): Promise<PromiseSettledResult<Result>> =>
        isWritten?.[index] ? { status: 'fulfilled', value: toResult(write) } : settleSingle(write);
      return await pMap(some, settle, { concurrency: SINGLE_WRITES_AT_ONCE });
    } catch (reason) {
      return some.map(() => ({ status: 'rejected', reason }));
    }
  };

  const parts = await pMap(chunk(writes, STATEMENTS_PER_CALL), writeSome, { concurrency: PARTS_AT_ONCE });
  return parts.flat();
};
