import type { CopyPage, StoredItem, TableCopy } from '../../shared/domain/table-copy.ts';
import type { BackupAccess } from './connection/open-stores.ts';
import { openFile } from './open-import-file.ts';

const LINES_PER_PAGE = 500;

/** Whether a copy is a file, not a table. Table names do not have these endings. */
export const isCopyFile = (name: string): boolean => /\.(ndjson|jsonl|json)$/i.test(name);

/** Reads a file that `backup export` or DynamoDB's export to S3 wrote. */
export const makeCopyFile = (path: string, readLine: BackupAccess['readLine']): TableCopy => ({
  async *read(): AsyncGenerator<CopyPage> {
    const file = await openFile(path);
    const { size } = await file.stat();
    let [line, bytesRead] = [0, 0];
    let items: StoredItem[] = [];
    let unreadable: { line: number; reason: string }[] = [];
    for await (const text of file.readLines()) {
      line += 1;
      bytesRead += Buffer.byteLength(text) + 1;
      if (text.trim() !== '') {
        const read = readLine(text);
        if ('item' in read) items.push(read.item);
        else unreadable.push({ line, reason: read.reason });
      }
      if (items.length + unreadable.length === LINES_PER_PAGE) {
        yield { items, unreadable, share: bytesRead / size };
        [items, unreadable] = [[], []];
      }
    }
    yield { items, unreadable, share: 1 };
  },
});
