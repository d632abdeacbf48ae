import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import type { BadLine } from './bad-lines.ts';
import { type Chunk, type ChunkReader, recordAt } from './chunk-reader.ts';

const COUNTS = ['read', 'written', 'unchanged', 'deleted', 'failed'] as const;

export type Progress = Readonly<Record<(typeof COUNTS)[number], number>> & {
  /** The share of the file that has been sent, from 0 to 1. */
  readonly share: number;
  /** How long the service took for that share. */
  readonly activeMs: number;
};

const FIRST_LINES = 100;
const MAX_LINES = 5_000;
const TARGET_MS = 3_000;

/** Returns the number of lines for the next chunk: about three seconds' worth, but at most four times as many as before. */
const nextSize = (lines: number, elapsedMs: number): number => {
  const target = Math.round((lines * TARGET_MS) / Math.max(elapsedMs, 1));
  return Math.max(FIRST_LINES, Math.min(target, lines * 4, MAX_LINES));
};

/**
 * Sends a file chunk by chunk. Only one chunk is sent at a time, so that the last of several lines for the same user or booking
 * is applied last. After a failure, {@link run} continues with the chunk that failed. Sending it again is harmless.
 */
export class ImportRun {
  readonly badLines: BadLine[] = [];
  readonly reader: ChunkReader;
  progress: Progress = { read: 0, written: 0, unchanged: 0, deleted: 0, failed: 0, share: 0, activeMs: 0 };
  readonly #send: (chunk: Chunk) => Promise<ResponseOf<'importUsers'>>;
  #pending: Chunk | undefined;
  #size = FIRST_LINES;

  constructor(reader: ChunkReader, send: (chunk: Chunk) => Promise<ResponseOf<'importUsers'>>) {
    this.reader = reader;
    this.#send = send;
  }

  /**
   * Sends the rest of the file.
   * @param onProgress called after each chunk
   * @throws the errors of reading and sending
   */
  async run(onProgress: () => void): Promise<void> {
    for (;;) {
      this.#pending ??= await this.reader.next(this.#size);
      if (this.#pending === undefined) return;
      const { lines, firstLine, share } = this.#pending;
      const startedAt = performance.now();
      const response = await this.#send(this.#pending);
      const elapsedMs = performance.now() - startedAt;
      for (const { line, reason } of response.errors) {
        const text = recordAt(lines, line - firstLine, this.reader.isCsv).join('\n');
        this.badLines.push({ line, reason, text: text.replace(/\r$/, '') });
      }
      const progress = { ...this.progress, share, activeMs: this.progress.activeMs + elapsedMs };
      for (const name of COUNTS) progress[name] += response[name];
      this.progress = progress;
      this.#size = nextSize(lines.length, elapsedMs);
      this.#pending = undefined;
      onProgress();
    }
  }
}
