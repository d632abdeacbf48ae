import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { StoredItem } from '../../domain/table-copy.ts';

/** Returns a line with the fields that an import reads and with `Item`, the whole item as in DynamoDB's exports to S3. */
export const toItemLine = (item: StoredItem, importable: object): string =>
  JSON.stringify({ ...importable, Item: marshall(item, { removeUndefinedValues: true }) });

/**
 * Reads a line of a backup, or of a DynamoDB export to S3.
 * @returns `reason` if the line has no item
 */
export const readItemLine = (line: string): { item: StoredItem } | { reason: string } => {
  try {
    const { Item } = JSON.parse(line) as { Item?: unknown };
    if (typeof Item !== 'object' || Item === null) return { reason: 'has no field Item' };
    return { item: unmarshall(Item as Record<string, AttributeValue>) };
  } catch {
    return { reason: 'is not a line of a backup' };
  }
};
