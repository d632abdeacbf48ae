import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeStatementWriter } from '../../../shared/adapters/dynamodb/statement-writer.ts';
import { toInsert } from '../../../shared/adapters/dynamodb/write-statements.ts';
import { translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';

const statements = Array.from({ length: 30 }, (_, at) => toInsert('Bookings', { id: at }));

/** A database that fails each call with this error, and counts them. */
const makeFailing = (error: unknown) => {
  const calls: object[] = [];
  const send = async (command: object): Promise<never> => {
    calls.push(command);
    throw error;
  };
  return { database: { send } as Partial<Database> as Database, calls };
};

describe('makeStatementWriter', () => {
  it.each([
    ['does not know PartiQL', Object.assign(new Error('what?'), { name: 'UnknownOperationException' })],
    ['may not be asked by PartiQL', Object.assign(new Error('no'), { name: 'AccessDeniedException' })],
    [
      'responds with a page',
      translateFailure('DynamoDB', Object.assign(new SyntaxError('Unexpected token <'), { $response: {} })),
    ],
  ])('writes nothing, and does not ask again, if the database %s', async (_, error) => {
    const { database, calls } = makeFailing(error);
    const write = makeStatementWriter(database);
    expect(await write(statements)).toEqual(statements.map(() => false));
    expect(await write(statements)).toEqual(statements.map(() => false));
    expect(calls).toHaveLength(1);
  });

  it('fails if the database is unavailable', async () => {
    const error = translateFailure('DynamoDB', Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const { database } = makeFailing(error);
    await expect(makeStatementWriter(database)(statements)).rejects.toBe(error);
  });
});
