import type { ImportResponse } from '../../../../../shared/console-api/imports.ts';
import { type BadLine, recordAt } from './bad-lines.ts';
import type { Chunk, ChunkReader } from './chunk-reader.ts';

export interface Progress {
  readonly read: number;
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly failed: number;
  /** The share of the file's bytes that has been sent, from 0 to 1. */
  readonly share: number;
  readonly linesPerSecond: number;
  /** Undefined until it can be estimated. */
  readonly secondsLeft: number | undefined;
}

export interface ImportRunOptions {
  readonly reader: Pick<ChunkReader, 'next' | 'hasHeader'>;
  readonly fileBytes: number;
  readonly send: (chunk: Chunk) => Promise<ImportResponse>;
  /** Milliseconds since some fixed time. */
  readonly now: () => number;
  readonly onProgress: (progress: Progress) => void;
}

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
  /** The header row of a CSV file, with its line end; empty until a chunk has been sent. */
  header = '';
  readonly #options: ImportRunOptions;
  #pending: Chunk | undefined;
  #size = FIRST_LINES;
  #activeMs = 0;
  #progress: Progress = {
    read: 0,
    written: 0,
    unchanged: 0,
    deleted: 0,
    failed: 0,
    share: 0,
    linesPerSecond: 0,
    secondsLeft: undefined,
  };

  constructor(options: ImportRunOptions) {
    this.#options = options;
  }

  get isCsv(): boolean {
    return this.#options.reader.hasHeader;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Sends the rest of the file. @throws the errors of reading and sending */
  async run(): Promise<Progress> {
    const { reader, send, now, onProgress } = this.#options;
    for (;;) {
      this.#pending ??= await reader.next(this.#size);
      if (this.#pending === undefined) return this.#progress;
      const startedAt = now();
      const response = await send(this.#pending);
      const elapsed = now() - startedAt;
      this.#add(this.#pending, response, elapsed);
      this.#size = nextSize(this.#pending.lines, elapsed);
      this.#pending = undefined;
      onProgress(this.#progress);
    }
  }

  #add(chunk: Chunk, response: ImportResponse, elapsedMs: number): void {
    this.header = chunk.header;
    const lines = chunk.text.slice(chunk.header.length).split('\n');
    for (const { line, reason } of response.errors)
      this.badLines.push({ line, reason, text: recordAt(lines, line - chunk.firstLine, this.isCsv) });
    this.#activeMs += elapsedMs;
    const before = this.#progress;
    const read = before.read + response.read;
    const share = chunk.end / this.#options.fileBytes;
    this.#progress = {
      read,
      written: before.written + response.written,
      unchanged: before.unchanged + response.unchanged,
      deleted: before.deleted + response.deleted,
      failed: before.failed + response.failed,
      share,
      linesPerSecond: Math.round((read * 1000) / Math.max(this.#activeMs, 1)),
      secondsLeft: Math.round((this.#activeMs * (1 - share)) / share / 1000),
    };
  }
}
