import type { QueryCommand, QueryCommandInput, ScanCommand, ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Database, Item } from './database.ts';

/** Reads the items of a query or scan page by page, because DynamoDB returns at most 1 MB at a time. A page can be empty. */
export const readItemPages = async function* (
  database: Database,
  Command: typeof QueryCommand | typeof ScanCommand,
  input: QueryCommandInput & ScanCommandInput,
): AsyncGenerator<{ readonly items: readonly Item[]; readonly isLast: boolean }> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await database.send(new Command({ ...input, ExclusiveStartKey }) as QueryCommand);
    ExclusiveStartKey = page.LastEvaluatedKey;
    yield { items: page.Items ?? [], isLast: !ExclusiveStartKey };
  } while (ExclusiveStartKey);
};

/** Reads all items of a query or scan. */
export const readAllItems = async (...query: Parameters<typeof readItemPages>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const { items } of readItemPages(...query)) all.push(...items);
  return all;
};
