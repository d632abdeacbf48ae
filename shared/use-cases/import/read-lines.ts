import { MAX_LINE_BYTES } from '../../rules/byte-limits.ts';
import { REASON_COLUMN } from '../../rules/csv.ts';
import { isObject } from './apply-records.ts';

/** A record, or the reason why it cannot be read. `line`: the first line of the record, counted from 1. */
export type SourceRecord = GoodRecord | { readonly line: number; readonly reason: string };

export interface GoodRecord {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A line without its line end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** The bytes, each as one character; undefined if there are more than {@link MAX_LINE_BYTES}. */
  readonly bytes: string | undefined;
}

export const TOO_LONG = `is longer than ${MAX_LINE_BYTES / 1024} KiB`;

/** The byte order mark with which some Windows programs begin a file in UTF-8 (RFC 3629, section 6). */
const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

const toLine = (number: number, text: string): Line => {
  const bytes = number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  return { number, bytes: bytes.length > MAX_LINE_BYTES ? undefined : bytes };
};

/** Keeps enough of an unfinished line to see whether it is too long. */
// Stryker disable next-line MethodExpression: without the slice, the result is the same, but the line takes more memory.
const keepEnough = (rest: string): string => rest.slice(0, BYTE_ORDER_MARK.length + MAX_LINE_BYTES + 1);

/** @param chunks the bytes of a file, each as one character (`latin1`), so that no UTF-8 character is split between chunks */
export async function* readLines(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Line, void, undefined> {
  let number = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = keepEnough(lines.pop() as string);
    for (const line of lines) yield toLine((number += 1), line);
  }
  if (rest !== '') yield toLine(number + 1, rest);
}

/** Whether the line has only white space. Windows line endings leave a carriage return. */
export const isBlank = ({ bytes }: Line): boolean => /^[ \t\r]*$/.test(bytes ?? TOO_LONG);

export const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export const NOT_UTF8 =
  'is not encoded in UTF-8; for a file from an older Windows program, the command line has --encoding windows-1252';

/** @returns undefined if the bytes are invalid in the encoding */
export type Decode = (bytes: string) => string | undefined;

/**
 * Rejects invalid bytes, because lossy decoding would make two different badges equal. `ignoreBOM`: a U+FEFF at the start is
 * part of the text.
 */
export const makeDecode = (encoding: Encoding = 'utf-8'): Decode => {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(Buffer.from(bytes, 'latin1'));
    } catch {
      return undefined;
    }
  };
};

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

/** A number that no field accepts. */
const INEXACT = 0.5;

/**
 * Parsing a number can lose information: `1.23457E+11` is a spreadsheet's short form of a longer number, and
 * `41.99999999999999999` becomes 42. Such a number is replaced with {@link INEXACT}.
 */
const replaceInexact: Reviver = (_key, value, { source }) =>
  Number.isInteger(value) && !/^-?\d+(\.0+)?$/.test(source) ? INEXACT : value;

/** Matches a number with a fraction or an exponent. Lines without a match need no reviver, and revivers are slow. */
const MAY_BE_INEXACT = /"\s*:\s*-?\d+[.eE]/;

const parseJson = (text: string): { value: unknown } | { reason: string } => {
  const reviver = MAY_BE_INEXACT.test(text) ? (replaceInexact as Parameters<typeof JSON.parse>[1]) : undefined;
  try {
    return { value: JSON.parse(text, reviver) };
  } catch (error) {
    return { reason: `is not JSON: ${(error as Error).message}` };
  }
};

const readRecord = ({ number: line, bytes }: Line, decode: Decode): SourceRecord => {
  if (bytes === undefined) return { line, reason: TOO_LONG };
  const text = decode(bytes);
  if (text === undefined) return { line, reason: NOT_UTF8 };
  const parsed = parseJson(text);
  if ('reason' in parsed) return { line, reason: parsed.reason };
  if (!isObject(parsed.value)) return { line, reason: 'is not a JSON object' };
  // In a backup, each line also contains the whole item, which only a restore reads.
  const { Item: _item, [REASON_COLUMN]: _reason, ...fields } = parsed.value;
  return { line, fields };
};

/** Reads one JSON object per line; blank lines are skipped. */
export async function* readNdjson(
  lines: AsyncIterable<Line>,
  decode: Decode,
): AsyncGenerator<SourceRecord, void, undefined> {
  for await (const line of lines) {
    if (!isBlank(line)) yield readRecord(line, decode);
  }
}
