import { MAX_LINE_BYTES } from '../rules/fields.ts';

export const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** A line without its line end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Undefined if it is longer than {@link MAX_LINE_BYTES} characters. */
  readonly text: string | undefined;
}

/** What a decoder puts in place of bytes that are invalid in the encoding. */
export const INVALID = '\uFFFD';

/** Old programs of Windows end a text file with this character. */
const END_OF_FILE = '\u001A';

type Decoder = InstanceType<typeof TextDecoder>;

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding that a byte order mark names, else the one that was chosen. The decoder removes the mark. */
const decoderFor = (start: Uint8Array, encoding: Encoding): Decoder => {
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  return new TextDecoder(marked?.[0] ?? encoding);
};

async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let start = new Uint8Array();
  for await (const chunk of chunks) {
    if (!decoder && start.length + chunk.length < 3) {
      start = Uint8Array.of(...start, ...chunk);
      continue;
    }
    if (decoder) yield decoder.decode(chunk, { stream: true });
    else {
      const bytes = start.length === 0 ? chunk : Uint8Array.of(...start, ...chunk);
      decoder = decoderFor(bytes, encoding);
      yield decoder.decode(bytes, { stream: true });
    }
  }
  yield decoder ? decoder.decode() : decoderFor(start, encoding).decode(start);
}

/** Keeps enough of an unfinished line to see whether it is too long. */
const keepEnough = (rest: string): string => rest.slice(0, MAX_LINE_BYTES + 1);

const lineOf = (number: number, text: string): Line => ({
  number,
  text: text.length > MAX_LINE_BYTES ? undefined : text,
});

/**
 * Splits a text file into lines, some at a time. Lines end with LF or CRLF, or, in a file whose first line ends so, with CR alone.
 * Bytes that are invalid in the encoding become {@link INVALID}.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<readonly Line[], void, undefined> {
  let number = 0;
  let rest = '';
  let lineEnd: '\n' | '\r' | undefined;
  const toLine = (text: string): Line => lineOf((number += 1), lineEnd === '\n' ? text.replace(/\r$/, '') : text);
  for await (const text of decode(chunks, encoding)) {
    rest += text;
    // A CR at the end of the text read so far can be the first half of a CRLF.
    const found = lineEnd === undefined ? /\r(?!\n|$)|\n/.exec(rest) : null;
    if (found) lineEnd = found[0] as '\n' | '\r';
    if (!lineEnd) {
      rest = keepEnough(rest);
      continue;
    }
    const parts = rest.split(lineEnd);
    rest = keepEnough(parts.pop() ?? '');
    if (parts.length > 0) yield parts.map(toLine);
  }
  // Without this, a file with a single line that ends with CR would keep it.
  lineEnd ??= '\n';
  const last = rest.endsWith(END_OF_FILE) ? rest.slice(0, -1) : rest;
  if (last !== '') yield [toLine(last)];
}
