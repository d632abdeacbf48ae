import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CopyPage, StoredItem, TableCopy } from '../../domain/table-copy.ts';
import type { Database } from './database.ts';

/** A table is read in parts of about the same size (DynamoDB's segments): they tell how much is done, and where to continue. */
export const PARTS = 16;

/** Reads a table part by part. A position is the number of parts that are done. */
export const makeTableScan = (database: Database, table: string): TableCopy => ({
  async *read(from): AsyncGenerator<CopyPage> {
    for (let part = from; part < PARTS; part += 1) {
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await database.send(
          new ScanCommand({ TableName: table, Segment: part, TotalSegments: PARTS, ExclusiveStartKey }),
        );
        ExclusiveStartKey = page.LastEvaluatedKey;
        const done = ExclusiveStartKey ? part : part + 1;
        const items: readonly StoredItem[] = page.Items ?? [];
        if (items.length > 0 || done === PARTS) yield { items, unreadable: [], share: done / PARTS, position: done };
      } while (ExclusiveStartKey);
    }
  },
});
