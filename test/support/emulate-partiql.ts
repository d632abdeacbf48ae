import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { toOperation, type KeyNames, type Statement } from '../../lib/local/partiql.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { tables, type TableDefinition } from '../../shared/tables.ts';

/** The names of the tables are unknown here, so the table is the one whose partition key the statement names. */
const keyNamesFor =
  ({ Statement: text }: Statement): KeyNames =>
  () => {
    const found = Object.values<TableDefinition>(tables).find(({ partitionKey }) => text.includes(partitionKey.name));
    return [found?.partitionKey.name, found?.sortKey?.name].filter((name) => name !== undefined);
  };

/** Adds the statements of BatchExecuteStatement to an engine without PartiQL. */
export const emulatePartiQl = (database: Database): Database => {
  const execute = async (statement: Statement): Promise<object> => {
    const operation = toOperation(statement, keyNamesFor(statement));
    if (!operation) throw new Error(`unknown statement: ${statement.Statement}`);
    const Command = operation.name === 'PutItem' ? PutCommand : UpdateCommand;
    try {
      await database.send(new Command(operation.input as never) as never);
      return {};
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { Error: { Code: 'ConditionalCheckFailed' } };
      throw error;
    }
  };
  const send = async (command: { readonly input: object }): Promise<object> => {
    const { Statements } = command.input as { Statements?: readonly Statement[] };
    return Statements ? { Responses: await Promise.all(Statements.map(execute)) } : database.send(command as never);
  };
  return { send } as Database;
};
