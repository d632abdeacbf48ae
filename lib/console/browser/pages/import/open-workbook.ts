import type { FileReason } from '../../../../../shared/files/reason.ts';
import type { Workbook } from '../../../../../shared/files/workbook/read-workbook.ts';
import type { GoodRow } from '../../../../../shared/files/row.ts';
import { UnreadableFile } from '../../../../../shared/files/unreadable-file.ts';

/** The build replaces this with the URL of the worker's script. */
declare const WORKBOOK_WORKER_URL: string;

interface Policy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The messages that the worker sends: rows in several parts, then the sheets, or why the workbook cannot be read. */
export type WorkerMessage =
  | { readonly rows: readonly GoodRow[] }
  | { readonly workbook: Omit<Workbook, 'rows'> }
  | { readonly reason: FileReason };

/** The only URL that the content security policy lets a script load. */
const workerUrl = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  ?.createPolicy('workbook-worker', { createScriptURL: () => WORKBOOK_WORKER_URL })
  .createScriptURL('');

/**
 * Reads a workbook in a worker, so that the page stays responsive. The code that reads workbooks is loaded only there.
 * @throws UnreadableFile
 */
export const openWorkbook = (file: File, sheet: string | undefined): Promise<Workbook> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl ?? WORKBOOK_WORKER_URL, { type: 'module' });
    const rows: GoodRow[] = [];
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if ('rows' in data) {
        for (const row of data.rows) rows.push(row);
        return;
      }
      worker.terminate();
      if ('workbook' in data) resolve({ ...data.workbook, rows });
      else reject(new UnreadableFile(data.reason.code, data.reason.values));
    });
    worker.addEventListener('error', () => {
      worker.terminate();
      // What is wrong with the workbook comes as a message.
      reject(new Error('The script that reads workbooks could not be loaded.'));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no target origin
    worker.postMessage({ file, sheet });
  });
