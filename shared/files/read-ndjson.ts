import { MAX_LINE_BYTES } from '../rules/fields.ts';
import { REASON_COLUMN } from '../rules/csv.ts';
import type { DateOrder } from './date-times.ts';
import { isObject } from '../rules/plain-values.ts';
import { fieldRulesOf, type RecordKind } from '../rules/records.ts';
import { INVALID, type Line } from './read-lines.ts';
import { MAX_QUOTED, readMembers, type SourceRecord } from './read-record.ts';
import type { Reason, ReasonCode } from './reason.ts';

/** Every string of a line, with the number after it if it is the name of a member. An unclosed string ends the search. */
const STRINGS = /"([^"\\]*(?:\\.[^"\\]*)*)"(?:\s*:\s*(-?\d[\d.eE+-]*))?|"[^]*/g;

const findMember = (text: string, isWanted: RegExp): { field: string; value: string } | undefined => {
  for (const [, member = '', number = ''] of text.matchAll(STRINGS))
    if (isWanted.test(number)) return { field: member.slice(0, MAX_QUOTED), value: number.slice(0, MAX_QUOTED) };
  return undefined;
};

/** `1.23457E+11` is a spreadsheet's short form of a longer number. */
const EXPONENT = /\de/i;
/** A number that JSON does not allow. */
const LEADING_ZEROS = /^-?0\d/;

const parseJson = (text: string, kind: RecordKind): { value: unknown } | Reason => {
  try {
    const value: unknown = JSON.parse(text);
    const shortened = EXPONENT.test(text) ? findMember(text, EXPONENT) : undefined;
    return shortened ? { code: 'exponent', values: shortened } : { value };
  } catch (error) {
    const values = findMember(text, LEADING_ZEROS);
    if (!values) return { code: 'not_json', values: { message: (error as Error).message } };
    return { code: fieldRulesOf(kind)[values.field]?.kind === 'integer' ? 'leading_zeros' : 'number_unquoted', values };
  }
};

interface NdjsonOptions {
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
  const parsed = parseJson(text, kind);
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
