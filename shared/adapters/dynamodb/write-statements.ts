import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import type { Database } from './database.ts';

/** The limit of BatchExecuteStatement. */
export const STATEMENTS_PER_CALL = 25;

/** A PartiQL statement that writes one item; each `?` is a parameter. */
export interface WriteStatement {
  readonly Statement: string;
  readonly Parameters: unknown[];
}

/** An INSERT of one item, which is refused if an item with its key exists. Undefined attributes are omitted. */
export const toInsert = (table: string, item: object): WriteStatement => {
  const given = Object.entries(item).filter(([, value]) => value !== undefined);
  return {
    Statement: `INSERT INTO "${table}" VALUE {${given.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: given.map(([, value]) => value),
  };
};

/**
 * Some engines have no PartiQL, and a role may lack the permission. The emulator moto returns an HTML page instead of JSON, which
 * becomes a `dependency_unavailable`.
 */
const isPartiQlUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name } = error.cause instanceof SyntaxError ? error.cause : error;
  return ['UnknownOperationException', 'AccessDeniedException', 'SyntaxError'].includes(name);
};

/**
 * Executes at most {@link STATEMENTS_PER_CALL} statements in one call, each for a different item.
 * @returns for each statement whether it wrote its item; if not, it was refused or DynamoDB had no capacity. Undefined if PartiQL
 * cannot be used; nothing was written then
 */
export const writeStatements = async (
  database: Database,
  statements: readonly WriteStatement[],
): Promise<boolean[] | undefined> => {
  try {
    const { Responses = [] } = await database.send(new BatchExecuteStatementCommand({ Statements: [...statements] }));
    return statements.map((_, index) => Responses[index] !== undefined && Responses[index].Error === undefined);
  } catch (error) {
    if (!isPartiQlUnavailable(error)) throw error;
    return undefined;
  }
};
