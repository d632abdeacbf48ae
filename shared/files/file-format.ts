import { UnreadableFile } from './unreadable-file.ts';

export type FileFormat = 'csv' | 'ndjson' | 'workbook';

const formats: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'workbook',
  xlsm: 'workbook',
};

/** The endings of names of files that can be read. */
export const endings: readonly string[] = Object.keys(formats).map((ending) => `.${ending}`);

/** How many of a file's first bytes {@link detectFormat} looks at. */
export const HEAD_BYTES = 4096;

const ZIP = 'PK\u0003\u0004';
/** The bytes between the start of a ZIP file and the name of its first entry. */
const ZIP_HEADER_BYTES = 30;
/** The container of .xls files, and of encrypted workbooks. */
const COMPOUND_FILE = '\u00D0\u00CF\u0011\u00E0';
/** An OpenDocument file begins with its media type (OpenDocument 1.2, part 3, section 3.3). */
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';

const BYTE_ORDER_MARK = /^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/;

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file is not the text file that its name promises. `head`: its first bytes, each as one character. */
const findOtherContent = (head: string): ConstructorParameters<typeof UnreadableFile>[0] | undefined => {
  if (head.startsWith('%PDF')) return 'pdf';
  if (BYTE_ORDER_MARK.test(head)) return undefined;
  if (/^(?:[^\0]\0){4}/.test(head) || /^(?:\0[^\0]){4}/.test(head)) return 'utf16_without_mark';
  if (head.includes('\0')) return 'binary';
  if (/^\s*<(?:!doctype|html|table|\?xml|head|meta)/i.test(head)) return 'html';
  return undefined;
};

const withoutMark = (head: string): string => head.replace(/^\u00EF\u00BB\u00BF/, '');

/**
 * Says how to read a file, by its name and its first bytes.
 * @param name its name; without one, for standard input, only the bytes count
 * @throws UnreadableFile if it is something else, with what to do about it
 */
export const detectFormat = (name: string | undefined, firstBytes: Uint8Array): FileFormat => {
  const head = Array.from(firstBytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('');
  const ending = endingOf(name ?? '');
  const byName = formats[ending];
  const isOldWorkbook = ending === 'xls' || ending === 'xlsb' || ending === 'ods';
  if (head.startsWith(ZIP)) {
    if (head.startsWith(OPEN_DOCUMENT, ZIP_HEADER_BYTES)) throw new UnreadableFile('ods');
    if (byName === 'workbook') return byName;
    throw new UnreadableFile(
      ending === 'xlsb' ? 'xls' : name === undefined ? 'workbook_from_input' : 'misnamed_workbook',
    );
  }
  if (head.startsWith(COMPOUND_FILE)) throw new UnreadableFile(byName === 'workbook' ? 'encrypted' : 'xls');
  const other = findOtherContent(head);
  if (other) throw new UnreadableFile(other);
  if (byName === 'workbook' || isOldWorkbook) throw new UnreadableFile('not_a_workbook', { ending });
  const text = withoutMark(head);
  const isArray = /^\s*\[\s*[{\]]/.test(text);
  const isObject = /^\s*\{/.test(text);
  const isNdjson = /^\s*\{.*\}\s*[\r\n]+\s*\{/.test(text);
  if (isArray) throw new UnreadableFile('json_array');
  if (isObject && (/^\s*\{\s*[\r\n]/.test(text) || (ending === 'json' && !isNdjson)))
    throw new UnreadableFile('json_document');
  if (name === undefined) return isObject ? 'ndjson' : 'csv';
  if (isObject && (byName === 'csv' || ending === 'json')) throw new UnreadableFile('misnamed_ndjson');
  if (!byName) throw new UnreadableFile('unknown_ending', { endings: endings.join(', ') });
  return byName;
};
