import { MAX_LINE_BYTES } from '../rules/fields.ts';
import { REASON_COLUMN } from '../rules/csv.ts';
import type { DateOrder } from './date-times.ts';
import type { RecordKind } from '../rules/records.ts';
import { INVALID, type Line } from './read-lines.ts';
import { readMembers, type SourceRecord } from './read-record.ts';
import type { Reason, ReasonCode } from './reason.ts';

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

/** A number that no field accepts. */
const SHORTENED = 0.5;

/** `1.23457E+11` is a spreadsheet's short form of a longer number. Such a number is replaced with {@link SHORTENED}. */
const replaceShortened: Reviver = (_key, value, { source }) =>
  Number.isInteger(value) && /e/i.test(source) ? SHORTENED : value;

/** Lines without a match need no reviver, and revivers are slow. */
const MAY_HAVE_EXPONENT = /\de/i;

const parseJson = (text: string): { value: unknown } | Reason => {
  const reviver = MAY_HAVE_EXPONENT.test(text) ? (replaceShortened as Parameters<typeof JSON.parse>[1]) : undefined;
  try {
    return { value: JSON.parse(text, reviver) };
  } catch (error) {
    return { code: 'not_json', values: { message: (error as Error).message } };
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface NdjsonOptions {
  readonly kind: RecordKind;
  readonly dateOrder?: DateOrder | undefined;
}

const readLine = ({ number: line, text }: Line, { kind, dateOrder }: NdjsonOptions): SourceRecord => {
  const bad = (code: ReasonCode, values: Readonly<Record<string, string | number>> = {}): SourceRecord => ({
    line,
    reasons: [{ code, values }],
  });
  if (text === undefined) return bad('line_too_long', { limit: MAX_LINE_BYTES / 1024 });
  if (text.includes(INVALID)) return bad('invalid_encoding');
  const parsed = parseJson(text);
  if ('code' in parsed) return { line, reasons: [parsed] };
  if (!isObject(parsed.value)) return bad('not_an_object');
  const { [REASON_COLUMN]: _reason, ...members } = parsed.value;
  return readMembers(kind, line, members, dateOrder);
};

/** Reads one JSON object per line; blank lines are skipped. */
export async function* readNdjson(
  lines: AsyncIterable<readonly Line[]>,
  options: NdjsonOptions,
): AsyncGenerator<readonly SourceRecord[], void, undefined> {
  for await (const some of lines)
    yield some.filter(({ text }) => text?.trim() !== '').map((line) => readLine(line, options));
}
