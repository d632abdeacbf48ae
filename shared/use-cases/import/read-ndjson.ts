import { REASON_COLUMN } from '../../rules/csv.ts';
import { isObject } from './apply-records.ts';
import { isBlank, NOT_UTF8, TOO_LONG, type Decode, type Line, type SourceRecord } from './read-lines.ts';

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
