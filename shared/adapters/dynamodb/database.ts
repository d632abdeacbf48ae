import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  type DynamoDBDocumentClient,
  type PutCommand,
  type QueryCommand,
  type QueryCommandInput,
  type ScanCommand,
  type ScanCommandInput,
  type UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/** Takes and returns plain JavaScript values; throws {@link ServiceError}. */
export type Database = Pick<DynamoDBDocumentClient, 'send'>;

export type Item = Record<string, unknown>;

export interface DatabaseConnection {
  /** When `signal` aborts, pending calls fail with `dependency_unavailable`. */
  withSignal(signal?: AbortSignal): Database;
  close(): void;
}

export const getItem = async (
  database: Database,
  table: string,
  Key: Item,
  ConsistentRead = true,
): Promise<Item | undefined> => (await database.send(new GetCommand({ TableName: table, Key, ConsistentRead }))).Item;

type WriteResult =
  | { readonly isWritten: true; readonly attributes: Item }
  /** The condition did not hold. `found`: the existing item, if the write asked for it. */
  | { readonly isWritten: false; readonly found?: Item };

/** Returns a result even if the condition does not hold, and throws any other failure. */
export const conditionalWrite = async (database: Database, write: PutCommand | UpdateCommand): Promise<WriteResult> => {
  try {
    const { Attributes: attributes = {} } = await database.send(write as UpdateCommand);
    return { isWritten: true, attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isWritten: false, ...(error.Item && { found: unmarshall(error.Item) }) };
  }
};

/** Reads the items of a query or scan page by page, because DynamoDB returns at most 1 MB at a time. A page can be empty. */
export const readItemPages = async function* (
  database: Database,
  Command: typeof QueryCommand | typeof ScanCommand,
  input: QueryCommandInput & ScanCommandInput,
): AsyncGenerator<{ readonly items: readonly Item[]; readonly isLast: boolean }> {
  let { ExclusiveStartKey }: { ExclusiveStartKey?: Item | undefined } = input;
  do {
    const page = await database.send(new Command({ ...input, ExclusiveStartKey }) as QueryCommand);
    ExclusiveStartKey = page.LastEvaluatedKey;
    yield { items: page.Items ?? [], isLast: !ExclusiveStartKey };
  } while (ExclusiveStartKey);
};

export const readAllItems = async (...query: Parameters<typeof readItemPages>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const { items } of readItemPages(...query)) all.push(...items);
  return all;
};
