import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CopyPage, TableCopy } from '../../domain/table-copy.ts';
import type { Database } from './database.ts';
import { readItemPages } from './read-all-items.ts';

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
