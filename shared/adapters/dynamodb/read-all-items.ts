import type { QueryCommand, QueryCommandInput, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Database } from './database.ts';

/** All items of a query or scan. DynamoDB returns pages of at most 1 MB. */
export const readAllItems = async (
  database: Database,
  Command: typeof QueryCommand | typeof ScanCommand,
  input: QueryCommandInput,
): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await database.send(new Command({ ...input, ExclusiveStartKey }) as QueryCommand);
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
};
