import { unzipSync } from 'fflate';
import { Parser } from 'saxen';
import { toRow, type GoodRow } from './row.ts';
import { UnreadableFile } from './unreadable-file.ts';

const MEGABYTE = 1_000_000;
const MAX_WORKBOOK_BYTES = 10 * MEGABYTE;
const MAX_UNPACKED_BYTES = 100 * MEGABYTE;
const MAX_ROWS = 200_000;

export interface Workbook {
  /** The names of all sheets that are not hidden. */
  readonly sheets: readonly string[];
  /** The name of the sheet that was read. */
  readonly sheet: string;
  /** Its rows, as wide as its first row, or wider. */
  readonly rows: readonly GoodRow[];
}

type Parts = Readonly<Record<string, Uint8Array>>;

/** How a number is shown, as far as its text depends on it. */
interface NumberStyle {
  readonly isDate: boolean;
  readonly hasTime: boolean;
  /** `0000000` shows 5007 as 0005007. */
  readonly minDigits: number;
}

interface CellContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  readonly is1904: boolean;
}

/** @throws UnreadableFile if the file is larger than a workbook may be */
export const checkWorkbookSize = (bytes: number): void => {
  if (bytes > MAX_WORKBOOK_BYTES)
    throw new UnreadableFile('workbook_too_large', { limit: MAX_WORKBOOK_BYTES / MEGABYTE });
};

/** @throws UnreadableFile before anything is unpacked, if the workbook is or says that it is too large */
const checkSize = (file: Uint8Array): void => {
  checkWorkbookSize(file.length);
  let unpacked = 0;
  const count = ({ originalSize }: { readonly originalSize: number }): boolean => {
    unpacked += originalSize;
    return false;
  };
  unzipSync(file, { filter: count });
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new UnreadableFile('workbook_too_large_unpacked', { limit: MAX_UNPACKED_BYTES / MEGABYTE });
};

const unpack = (file: Uint8Array, isWanted: (name: string) => boolean): Parts =>
  unzipSync(file, { filter: ({ name }) => isWanted(name) });

interface XmlHandlers {
  readonly open?: (name: string, attributes: () => Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const SLICE = 65_536;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses XML piece by piece. Names come without their prefixes. */
const parseXml = (bytes: Uint8Array | undefined, { open, close, text }: XmlHandlers): void => {
  if (!bytes) return;
  const parser = new Parser();
  if (open)
    parser.on('openTag', (name, attributes, decode) => {
      open(localName(name), () =>
        Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])),
      );
    });
  if (close) parser.on('closeTag', (name) => close(localName(name)));
  if (text) {
    parser.on('text', (value, decode) => text(decode(value)));
    parser.on('cdata', (value) => text(value));
  }
  parser.on('error', () => {
    throw new UnreadableFile('workbook_broken');
  });
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += SLICE)
    parser.write(decoder.decode(bytes.subarray(at, at + SLICE), { stream: true }));
  parser.end();
};

/** Excel writes characters that XML does not allow as `_x000D_`. */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

const readStrings = (bytes: Uint8Array | undefined): string[] => {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  parseXml(bytes, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(unescapeText(current));
      isText = false;
    },
    text: (text) => {
      if (isText) current += text;
    },
  });
  return strings;
};

/** The built-in formats of dates and times (ECMA-376, part 1, section 18.8.30), also those of East Asian languages. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isBuiltInTime = (id: number): boolean => (id >= 18 && id <= 22) || (id >= 45 && id <= 47);

const toStyle = (id: number, format: string | undefined): NumberStyle => {
  if (format === undefined) return { isDate: isBuiltInDate(id), hasTime: isBuiltInTime(id), minDigits: 0 };
  const [first = ''] = format.split(';');
  const bare = first.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').trim();
  const isDate = /[dmyhs]/i.test(bare) && !/^general$/i.test(bare);
  return { isDate, hasTime: isDate && /[hs]/i.test(bare), minDigits: /^0+$/.test(bare) ? bare.length : 0 };
};

const readStyles = (bytes: Uint8Array | undefined): NumberStyle[] => {
  const formats = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isCellStyle = false;
  parseXml(bytes, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attributes()['numFmtId']), attributes()['formatCode'] ?? '');
      if (name === 'cellXfs') isCellStyle = true;
      if (name !== 'xf' || !isCellStyle) return;
      const id = Number(attributes()['numFmtId'] ?? 0);
      styles.push(toStyle(id, formats.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
};

const DAY_SECONDS = 86_400;
/** 1 January 1970 in Excel's systems of dates. */
const UNIX_DAY = { 1900: 25_569, 1904: 24_107 } as const;

const toDateText = (serial: number, hasTime: boolean, is1904: boolean): string => {
  // Excel keeps a moment as a fraction of days, in which 10:00 can be 09:59:59.9999.
  const seconds = Math.round((serial - UNIX_DAY[is1904 ? 1904 : 1900]) * DAY_SECONDS);
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return String(serial);
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  const shownTime = time.endsWith(':00') ? time.slice(0, 5) : time;
  if (serial < 1) return shownTime;
  return hasTime || seconds % DAY_SECONDS !== 0 ? `${date} ${shownTime}` : date;
};

/** From 10¹⁵ on, a workbook does not have all digits of an integer. */
const FIRST_INEXACT = 1e15;

const toNumberText = (text: string, style: NumberStyle | undefined, is1904: boolean): string => {
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  if (style?.isDate) return toDateText(number, style.hasTime, is1904);
  if (!Number.isInteger(number)) return String(number);
  if (Math.abs(number) >= FIRST_INEXACT) return number.toExponential();
  return String(number).padStart(number < 0 ? 0 : (style?.minDigits ?? 0), '0');
};

/** A formula that no spreadsheet program has computed. Imports reject it, as they do `#N/A`. */
const NOT_COMPUTED = '#N/A (a formula without a stored value)';

interface Cell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  value: string | undefined;
  isFormula: boolean;
}

const toText = ({ type, style, value, isFormula }: Cell, { strings, styles, is1904 }: CellContext): string => {
  if (value === undefined && isFormula) return NOT_COMPUTED;
  if (!value) return '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'd') return value.replace(/(?:\.\d+)?Z?$/, '');
  if (type === 'str' || type === 'inlineStr' || type === 'e') return unescapeText(value);
  return toNumberText(value, styles[Number(style ?? 0)], is1904);
};

/** The index of the column of `AB12`. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

/** Reads the rows of a sheet that are not empty. What stands to the right of the first row's columns is one more cell. */
const readSheet = (bytes: Uint8Array | undefined, context: CellContext): GoodRow[] => {
  const rows: GoodRow[] = [];
  let line = 0;
  let width = Infinity;
  let cells: string[] = [];
  let index = -1;
  let cell: Cell | undefined;
  let part = '';
  const put = (text: string): void => {
    const at = Math.min(index, width);
    if (text.trim() === '') return;
    while (cells.length < at) cells.push('');
    cells[at] ||= text;
  };
  const addRow = (): void => {
    if (width !== Infinity) while (cells.length < width) cells.push('');
    const row = toRow(line, cells);
    if (!row) return;
    if (rows.length > MAX_ROWS) throw new UnreadableFile('workbook_too_long', { limit: MAX_ROWS });
    if (rows.length === 0) width = row.cells.length;
    rows.push(row);
  };
  parseXml(bytes, {
    open: (name, attributes) => {
      part = name;
      if (name === 'row') {
        line = Number(attributes()['r'] ?? line + 1);
        cells = [];
        index = -1;
      } else if (name === 'c') {
        const { r, t, s } = attributes();
        index = r === undefined ? index + 1 : columnOf(r);
        cell = { type: t, style: s, value: undefined, isFormula: false };
      } else if (name === 'f' && cell) cell.isFormula = true;
      else if (name === 'v' && cell) cell.value = '';
    },
    close: (name) => {
      part = '';
      if (name === 'c' && cell) {
        put(toText(cell, context));
        cell = undefined;
      } else if (name === 'row') addRow();
    },
    text: (text) => {
      if (cell && (part === 'v' || part === 't')) cell.value = (cell.value ?? '') + text;
    },
  });
  return rows;
};

const OFFICE = 'xl/';

interface SheetInfo {
  readonly name: string;
  readonly part: string;
}

const readWorkbookPart = (parts: Parts): { readonly sheets: readonly SheetInfo[]; readonly is1904: boolean } => {
  const targets = new Map<string, string>();
  parseXml(parts[`${OFFICE}_rels/workbook.xml.rels`], {
    open: (name, attributes) => {
      const { Id = '', Target = '' } = attributes();
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : OFFICE + Target);
    },
  });
  const sheets: SheetInfo[] = [];
  let is1904 = false;
  parseXml(parts[`${OFFICE}workbook.xml`], {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes()['date1904'] ?? '');
      if (name !== 'sheet') return;
      const all = attributes();
      const id = Object.entries(all).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const isHidden = (all['state'] ?? 'visible') !== 'visible';
      const part = targets.get(id);
      if (part !== undefined && !isHidden) sheets.push({ name: all['name'] ?? '', part });
    },
  });
  return { sheets, is1904 };
};

const readParts = (file: Uint8Array, sheet: string | undefined): Workbook => {
  checkSize(file);
  const common = unpack(file, (name) =>
    /^xl\/(?:workbook|styles|sharedStrings)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/i.test(name),
  );
  const { sheets, is1904 } = readWorkbookPart(common);
  if (sheets.length === 0) throw new UnreadableFile('workbook_broken');
  const names = sheets.map(({ name }) => name);
  const candidates = sheet === undefined ? sheets : sheets.filter(({ name }) => name === sheet);
  if (candidates.length === 0)
    throw new UnreadableFile('sheet_unknown', {
      sheet: sheet ?? '',
      sheets: names.map((name) => `"${name}"`).join(', '),
    });
  const context = {
    strings: readStrings(common[`${OFFICE}sharedStrings.xml`]),
    styles: readStyles(common[`${OFFICE}styles.xml`]),
    is1904,
  };
  for (const { name, part } of candidates) {
    const rows = readSheet(unpack(file, (path) => path === part)[part], context);
    if (rows.length > 0) return { sheets: names, sheet: name, rows };
  }
  throw new UnreadableFile('workbook_empty');
};

/**
 * Reads an Excel workbook (.xlsx). A cell's text is what the workbook stores, so formulas are not computed: a date is
 * `2026-11-21 08:00`, and a number has the leading zeros of its format.
 * @param sheet default: the first sheet with content
 * @throws UnreadableFile
 */
export const readWorkbook = (file: Uint8Array, sheet?: string): Workbook => {
  try {
    return readParts(file, sheet);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('workbook_broken');
  }
};
