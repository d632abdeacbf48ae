import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';

interface Insert {
  readonly Statement: string;
  readonly Parameters: readonly unknown[];
}

/** Adds `INSERT` in BatchExecuteStatement to an engine without PartiQL. */
export const emulatePartiQl = (database: Database): Database => {
  const insert = async ({ Statement, Parameters }: Insert): Promise<object> => {
    const [, TableName = ''] = /^INSERT INTO "([^"]+)"/.exec(Statement) ?? [];
    const names = [...Statement.matchAll(/'(\w+)': \?/g)].map(([, name = '']) => name);
    const Item = Object.fromEntries(names.map((name, index) => [name, Parameters[index]]));
    // The first names are those of the key. A condition on a key tests whether the item exists.
    const isNew = { ConditionExpression: 'attribute_not_exists(#key)', ExpressionAttributeNames: { '#key': names[0] } };
    try {
      await database.send(new PutCommand({ TableName, Item, ...isNew } as never) as never);
      return {};
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { Error: { Code: 'DuplicateItem' } };
      throw error;
    }
  };
  const send = async (command: { readonly input: object }): Promise<object> => {
    const { Statements } = command.input as { Statements?: readonly Insert[] };
    return Statements ? { Responses: await Promise.all(Statements.map(insert)) } : database.send(command as never);
  };
  return { send } as Database;
};
