import { decodeUtf8, NOT_UTF8 } from './decode-utf8.ts';
import { isBlank, type Line } from './read-lines.ts';
import { TOO_LONG, type SourceRecord } from './source-record.ts';

const parseJson = (text: string): { value: unknown } | { reason: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { reason: `is not JSON: ${(error as Error).message}` };
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readRecord = ({ number: line, bytes }: Line): SourceRecord => {
  if (bytes === undefined) return { line, reason: TOO_LONG };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { line, reason: NOT_UTF8 };
  const parsed = parseJson(text);
  if ('reason' in parsed) return { line, reason: parsed.reason };
  return isObject(parsed.value) ? { line, fields: parsed.value } : { line, reason: 'is not a JSON object' };
};

/** One JSON object a line; blank lines are skipped. */
export async function* readNdjson(lines: AsyncIterable<Line>): AsyncGenerator<SourceRecord, void, undefined> {
  for await (const line of lines) {
    if (!isBlank(line)) yield readRecord(line);
  }
}
