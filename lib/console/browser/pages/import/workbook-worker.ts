import { readWorkbook } from '../../../../../shared/files/workbook/read-workbook.ts';
import { checkWorkbookSize } from '../../../../../shared/files/workbook/unpack.ts';
import { UnreadableFile } from '../../../../../shared/files/unreadable-file.ts';
import type { WorkerMessage } from './open-workbook.ts';

interface Order {
  readonly file: File;
  readonly sheet: string | undefined;
}

const ROWS_PER_MESSAGE = 5_000;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no target origin
const send = (message: WorkerMessage): void => postMessage(message);

const read = async ({ file, sheet }: Order): Promise<void> => {
  // A file that is too large is refused before it is in memory.
  checkWorkbookSize(file.size);
  const { rows, ...workbook } = readWorkbook(new Uint8Array(await file.arrayBuffer()), sheet);
  for (let start = 0; start < rows.length; start += ROWS_PER_MESSAGE)
    send({ rows: rows.slice(start, start + ROWS_PER_MESSAGE) });
  send({ workbook });
};

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  read(data).catch((error: unknown) =>
    send({ reason: error instanceof UnreadableFile ? error.reason : { code: 'workbook_broken', values: {} } }),
  );
});
