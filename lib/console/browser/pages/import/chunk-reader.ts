import { MAX_LINE_BYTES, MAX_LIST_BODY_BYTES } from '../../../../../shared/rules/byte-limits.ts';

/** The number of bytes that are read from the file at a time. */
const SLICE_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;
const QUOTE = 0x22;

export type Encoding = 'utf-8' | 'windows-1252';

export interface Chunk {
  /** The header row with its line end; empty if the file has none. */
  readonly header: string;
  /** The header row and whole records. */
  readonly text: string;
  /** The number, in the file, of this chunk's first line after the header row. */
  readonly firstLine: number;
  /** The number of lines of this chunk after the header row. */
  readonly lines: number;
  /** The position in the file after this chunk, in bytes. */
  readonly end: number;
}

/** A line is longer than the body of a request is allowed to be, usually because of an unclosed quotation mark. */
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

/** The file is an Excel workbook, which is not text. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
}

/** The first bytes of .xlsx files (ZIP) and of .xls files (compound files). */
const WORKBOOK_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

const isWorkbook = (start: Uint8Array): boolean =>
  WORKBOOK_STARTS.some((bytes) => bytes.every((byte, index) => start[index] === byte));

/**
 * Reads a CSV or NDJSON file of any size in parts and cuts it at line ends outside quotation marks. Only the needed parts are in
 * memory.
 */
export class ChunkReader {
  /** Whether the first line is repeated before every chunk. */
  readonly hasHeader: boolean;
  readonly #file: Blob;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  /** The maximum number of bytes in UTF-8 for one byte of the file. */
  readonly #growth: number;
  /** Bytes that were read but not returned yet. */
  #buffer = new Uint8Array();
  #offset = 0;
  #line = 1;
  #header: string | undefined;

  constructor(file: Blob, { hasHeader, encoding }: { readonly hasHeader: boolean; readonly encoding: Encoding }) {
    this.#file = file;
    this.hasHeader = hasHeader;
    this.#decoder = new TextDecoder(encoding, { fatal: true });
    this.#growth = encoding === 'utf-8' ? 1 : 3;
  }

  /**
   * Reads the next records.
   * @returns undefined at the end of the file
   * @throws LineTooLongError, WrongEncodingError, WorkbookError
   */
  async next(maxRecords: number): Promise<Chunk | undefined> {
    if (this.#header === undefined)
      this.#header = this.hasHeader ? ((await this.#cut(1, MAX_LIST_BODY_BYTES))?.text ?? '') : '';
    const header = this.#header === '' || this.#header.endsWith('\n') ? this.#header : `${this.#header}\n`;
    const room = Math.floor((MAX_LIST_BODY_BYTES - header.length * 3) / this.#growth);
    const firstLine = this.#line;
    const cut = await this.#cut(maxRecords, room);
    return cut && { header, text: header + cut.text, firstLine, lines: this.#line - firstLine, end: this.#offset };
  }

  /**
   * Cuts off whole records: at most `maxRecords`, with at most `maxBytes` bytes in total. As in the import, a record with an
   * unclosed quotation mark ends after its first line.
   */
  async #cut(maxRecords: number, maxBytes: number): Promise<{ readonly text: string } | undefined> {
    /** The end of the last whole record. */
    let end = 0;
    let lines = 0;
    let linesUpToEnd = 0;
    let isQuoted = false;
    /** The end of the first line of the record that is being read. */
    let firstLineEnd: number | undefined;
    for (let position = 0, records = 0; records < maxRecords && position < maxBytes;) {
      const isAtEnd = position === this.#buffer.length && !(await this.#readMore());
      if (isQuoted && firstLineEnd !== undefined && (isAtEnd || position - end > MAX_LINE_BYTES)) {
        position = firstLineEnd;
        lines = linesUpToEnd + 1;
      } else if (isAtEnd) {
        if (position === end) break;
        lines += 1;
      } else {
        const byte = this.#buffer[position];
        position += 1;
        if (byte === QUOTE && this.hasHeader) isQuoted = !isQuoted;
        if (byte !== LINE_FEED) continue;
        lines += 1;
        firstLineEnd ??= position;
        if (isQuoted) continue;
      }
      end = position;
      linesUpToEnd = lines;
      records += 1;
      isQuoted = false;
      firstLineEnd = undefined;
    }
    if (end === 0 && this.#buffer.length > 0) throw new LineTooLongError(this.#line);
    if (end === 0) return undefined;
    const text = this.#decode(this.#buffer.subarray(0, end));
    this.#buffer = this.#buffer.subarray(end);
    this.#offset += end;
    this.#line += linesUpToEnd;
    return { text };
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch (error) {
      throw new WrongEncodingError(this.#decoder.encoding, { cause: error });
    }
  }

  async #readMore(): Promise<boolean> {
    const from = this.#offset + this.#buffer.length;
    if (from >= this.#file.size) return false;
    const slice = new Uint8Array(await this.#file.slice(from, from + SLICE_BYTES).arrayBuffer());
    if (from === 0 && isWorkbook(slice)) throw new WorkbookError('an Excel workbook');
    const joined = new Uint8Array(this.#buffer.length + slice.length);
    joined.set(this.#buffer);
    joined.set(slice, this.#buffer.length);
    this.#buffer = joined;
    return true;
  }
}
