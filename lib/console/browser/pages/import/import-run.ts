import type { Reason } from '../../../../../shared/files/reason.ts';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import type { BadLine, Chunk, Chunks } from './chunks.ts';

const COUNTS = ['read', 'written', 'unchanged', 'deleted', 'failed'] as const;

export type RunProgress = Readonly<Record<(typeof COUNTS)[number], number>> & {
  /** The share of the file that has been sent, from 0 to 1. */
  readonly share: number;
  /** How long the service took for that share. */
  readonly activeMs: number;
};

const FIRST_ROWS = 100;
const MAX_ROWS = 5_000;
const TARGET_MS = 3_000;

/** Returns the number of rows for the next chunk: about three seconds' worth, but at most four times as many as before. */
const nextSize = (rows: number, elapsedMs: number): number => {
  const target = Math.round((rows * TARGET_MS) / Math.max(elapsedMs, 1));
  return Math.max(FIRST_ROWS, Math.min(target, rows * 4, MAX_ROWS));
};

/**
 * Sends a file chunk by chunk. Only one chunk is sent at a time, so that the last of several rows for the same user or booking
 * is applied last. After a failure, {@link run} continues with the chunk that failed. Sending it again is harmless.
 */
export class ImportRun {
  readonly badLines: BadLine[] = [];
  progress: RunProgress = { read: 0, written: 0, unchanged: 0, deleted: 0, failed: 0, share: 0, activeMs: 0 };
  readonly #chunks: Chunks;
  readonly #send: (chunk: Chunk) => Promise<ResponseOf<'importUsers'>>;
  #pending: Chunk | undefined;
  #size = FIRST_ROWS;

  constructor(chunks: Chunks, send: (chunk: Chunk) => Promise<ResponseOf<'importUsers'>>) {
    this.#chunks = chunks;
    this.#send = send;
  }

  /**
   * Sends the rest of the file.
   * @param onProgress called after each chunk
   * @throws the errors of reading and sending
   */
  async run(onProgress: () => void): Promise<void> {
    for (;;) {
      this.#pending ??= await this.#chunks.next(this.#size);
      if (this.#pending === undefined) return;
      const { rows, firstLine, badLines, share } = this.#pending;
      const startedAt = performance.now();
      const response = await this.#send(this.#pending);
      const elapsedMs = performance.now() - startedAt;
      // The service counts the lines of the body from `firstLine`. The file has other numbers where the body omits bad rows.
      const refused = response.errors.map(({ line, reasons }): BadLine => {
        const row = rows.get(line - firstLine) ?? { line };
        return { ...row, reasons: reasons as readonly Reason[] };
      });
      this.badLines.push(...[...badLines, ...refused].toSorted((one, other) => one.line - other.line));
      const progress = { ...this.progress, share, activeMs: this.progress.activeMs + elapsedMs };
      for (const name of COUNTS) progress[name] += response[name];
      progress.read += badLines.length;
      progress.failed += badLines.length;
      this.progress = progress;
      this.#size = nextSize(rows.size + badLines.length, elapsedMs);
      this.#pending = undefined;
      onProgress();
    }
  }
}
