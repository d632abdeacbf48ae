import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CopyPage, TableCopy } from '../../domain/table-copy.ts';
import type { Database } from './database.ts';
import { readItemPages } from './read-all-items.ts';

/** A table is read in segments of about the same size, so that the progress is known. */
const PARTS = 16;

/** Reads a table segment by segment. */
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
