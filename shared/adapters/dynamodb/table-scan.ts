import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CopyPage, StoredItem, TableCopy } from '../../domain/table-copy.ts';
import type { Database } from './database.ts';

/** A table is read in segments of about the same size, so that the progress is known. */
const PARTS = 16;

/** Reads a table segment by segment. */
export const makeTableScan = (database: Database, table: string): TableCopy => ({
  async *read(): AsyncGenerator<CopyPage> {
    for (let part = 0; part < PARTS; part += 1) {
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await database.send(
          new ScanCommand({ TableName: table, Segment: part, TotalSegments: PARTS, ExclusiveStartKey }),
        );
        ExclusiveStartKey = page.LastEvaluatedKey;
        const done = ExclusiveStartKey ? part : part + 1;
        const items: readonly StoredItem[] = page.Items ?? [];
        if (items.length > 0 || done === PARTS) yield { items, unreadable: [], share: done / PARTS };
      } while (ExclusiveStartKey);
    }
  },
});
