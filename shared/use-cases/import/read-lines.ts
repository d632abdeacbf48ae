import { MAX_LINE_BYTES } from '../../rules/sizes.ts';

/** The fields of one user or booking in a file, or why it could not be read. `line` is its first line, counted from 1. */
export type SourceRecord = GoodRecord | { readonly line: number; readonly reason: string };

/** A record that could be read. */
export interface GoodRecord {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** One line of a file, without its line end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** The bytes of the line, each as one character; undefined if it is longer than {@link MAX_LINE_BYTES}. */
  readonly bytes: string | undefined;
}

export const TOO_LONG = `is longer than ${MAX_LINE_BYTES / 1024} KiB`;

/** The byte order mark with which some Windows programs begin a file in UTF-8 (RFC 3629, section 6). */
const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

const toLine = (number: number, text: string): Line => {
  const bytes = number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  return { number, bytes: bytes.length > MAX_LINE_BYTES ? undefined : bytes };
};

/** The part of a line that is kept until its end is found: enough to see whether it is too long. */
// Stryker disable next-line MethodExpression: with the whole line, the result is the same and only takes more memory.
const keepEnough = (rest: string): string => rest.slice(0, BYTE_ORDER_MARK.length + MAX_LINE_BYTES + 1);

/** @param chunks a file's bytes, each as one character (`latin1`), so that no UTF-8 character is split between two chunks */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<Line, void, undefined> {
  let number = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = keepEnough(lines.pop() as string);
    for (const line of lines) yield toLine((number += 1), line);
  }
  if (rest !== '') yield toLine(number + 1, rest);
}

/** Only white space. The line ends of Windows leave a carriage return. */
export const isBlank = ({ bytes }: Line): boolean => /^[ \t\r]*$/.test(bytes ?? TOO_LONG);

export const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The error of a line that is not valid text. */
export const NOT_UTF8 =
  'is not encoded in UTF-8; a file from an older Windows program may need --encoding windows-1252';

/** Decodes bytes, each given as one character; undefined if they are invalid in the encoding. */
export type Decode = (bytes: string) => string | undefined;

/**
 * Lossy decoding would turn different invalid bytes into the same U+FFFD and make two different uids equal. `ignoreBOM`: a U+FEFF
 * at the start is part of the text.
 */
export const makeDecode = (encoding: Encoding = 'utf-8'): Decode => {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    let text: string | undefined;
    try {
      text = decoder.decode(Buffer.from(bytes, 'latin1'));
    } catch {
      // The bytes are invalid.
    }
    return text;
  };
};
