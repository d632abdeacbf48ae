import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CopyPage, StoredItem, TableCopy } from '../../domain/table-copy.ts';
import { readItemPages, type Database } from './database.ts';

/** Returns a line with the fields that an import reads and with `Item`, the whole item as in DynamoDB's exports to S3. */
export const toItemLine = (item: StoredItem, importable: object): string =>
  JSON.stringify({ ...importable, Item: marshall(item, { removeUndefinedValues: true }) });

/** Reads a line of a backup, or of a DynamoDB export to S3. @returns `reason` if the line has no item */
export const readItemLine = (line: string): { item: StoredItem } | { reason: string } => {
  try {
    const { Item } = JSON.parse(line) as { Item?: unknown };
    if (typeof Item !== 'object' || Item === null) return { reason: 'has no field Item' };
    return { item: unmarshall(Item as Record<string, AttributeValue>) };
  } catch {
    return { reason: 'is not a line of a backup' };
  }
};

/** The segments have about the same size, so the number of finished segments shows the progress. */
const PARTS = 16;

export const makeTableScan = (database: Database, table: string): TableCopy => ({
  async *read(): AsyncGenerator<CopyPage> {
    for (let part = 0; part < PARTS; part += 1) {
      const segment = { TableName: table, Segment: part, TotalSegments: PARTS };
      for await (const { items, isLast } of readItemPages(database, ScanCommand, segment)) {
        const done = isLast ? part + 1 : part;
        if (items.length > 0 || done === PARTS) yield { items, unreadable: [], share: done / PARTS };
      }
    }
  },
});
