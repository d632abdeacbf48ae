import { MAX_LINE_BYTES, MAX_LIST_BODY_BYTES } from '../../../../../shared/rules/byte-limits.ts';

export type Encoding = 'utf-8' | 'windows-1252';

export interface Chunk {
  /** The header row of a CSV file and whole records. */
  readonly text: string;
  /** The number, in the file, of this chunk's first line after the header row. */
  readonly firstLine: number;
  /** This chunk's lines after the header row, without line feeds. */
  readonly lines: readonly string[];
  /** The share of the file up to the end of this chunk, from 0 to 1. */
  readonly share: number;
}

/** A line is longer than the body of a request is allowed to be. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
  readonly line: number;

  constructor(line: number) {
    super(`line ${line}`);
    this.line = line;
  }
}

/** The file has bytes that are invalid in the encoding with which it is read. */
export class WrongEncodingError extends Error {
  override readonly name = 'WrongEncodingError';
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

const hasOddQuotes = (line: string): boolean => line.includes('"') && line.split('"').length % 2 === 0;

/**
 * The lines of the record that begins at a line. In a CSV file, line feeds inside quotation marks belong to the record. As in
 * the import, a record with an unclosed quotation mark ends after its first line.
 */
export const recordAt = (lines: readonly string[], start: number, isCsv: boolean): readonly string[] => {
  const first = lines.slice(start, start + 1);
  if (!isCsv || !first.some(hasOddQuotes)) return first;
  let bytes = bytesOf(first.join());
  for (let end = start + 1; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    bytes += 1 + bytesOf(line);
    if (bytes > MAX_LINE_BYTES) break;
    if (hasOddQuotes(line)) return lines.slice(start, end + 1);
  }
  return first;
};

/** Enough characters for the body of a request and for the end of its last record. */
const ENOUGH = MAX_LIST_BODY_BYTES + MAX_LINE_BYTES;

/** Reads a CSV or NDJSON file of any size in chunks of whole records. Only the needed part is in memory. */
export class ChunkReader {
  readonly isCsv: boolean;
  /** The header row of a CSV file; empty until the first chunk has been read. */
  header = '';
  readonly #fileBytes: number;
  readonly #texts: ReadableStreamDefaultReader<string>;
  /** Lines that were read but not returned yet. */
  readonly #lines: string[] = [];
  /** The beginning of the next line; undefined at the end of the file. */
  #rest: string | undefined = '';
  #line = 1;
  /** The bytes before {@link #lines}, if the file is in UTF-8. */
  #bytes = 0;

  constructor(file: Blob, { isCsv, encoding }: { readonly isCsv: boolean; readonly encoding: Encoding }) {
    this.isCsv = isCsv;
    this.#fileBytes = file.size;
    this.#texts = file
      .stream()
      .pipeThrough(new TextDecoderStream(encoding, { fatal: true }))
      .getReader();
  }

  /**
   * Reads the next records.
   * @returns undefined at the end of the file
   * @throws LineTooLongError, WrongEncodingError
   */
  async next(maxRecords: number): Promise<Chunk | undefined> {
    await this.#readMore();
    if (this.isCsv && this.#line === 1) this.header = this.#take(recordAt(this.#lines, 0, true).length).join('\n');
    if (this.#lines.length === 0 && this.#rest === undefined) return undefined;
    for (let records = maxRecords; records >= 1; records = Math.floor(records / 2)) {
      const lines = this.#firstLines(records);
      const text = (this.isCsv ? [this.header, ...lines] : lines).join('\n');
      if (lines.length === 0 || bytesOf(text) > MAX_LIST_BODY_BYTES) continue;
      const firstLine = this.#line;
      this.#take(lines.length);
      return { text, firstLine, lines, share: Math.min(1, this.#bytes / this.#fileBytes) };
    }
    throw new LineTooLongError(this.#line);
  }

  #firstLines(records: number): readonly string[] {
    let count = 0;
    for (let record = 0; record < records && count < this.#lines.length; record += 1)
      count += recordAt(this.#lines, count, this.isCsv).length;
    return this.#lines.slice(0, count);
  }

  /** Removes the next lines. */
  #take(count: number): string[] {
    const lines = this.#lines.splice(0, count);
    this.#line += count;
    this.#bytes += count + bytesOf(lines.join(''));
    return lines;
  }

  async #readMore(): Promise<void> {
    let length = this.#lines.reduce((sum, line) => sum + 1 + line.length, 0);
    while (this.#rest !== undefined && this.#rest.length <= MAX_LIST_BODY_BYTES && length < ENOUGH) {
      const { value } = await this.#texts.read().catch((error: unknown) => {
        throw error instanceof TypeError ? new WrongEncodingError('invalid bytes', { cause: error }) : error;
      });
      const lines: string[] = `${this.#rest}${value ?? ''}`.split('\n');
      this.#rest = value === undefined ? undefined : lines.pop();
      if (value === undefined && lines[0] === '') return;
      for (const line of lines) {
        this.#lines.push(line);
        length += 1 + line.length;
      }
    }
  }
}
