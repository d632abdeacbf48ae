import type { GoodRow } from '../row.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { readStyles } from './numbers.ts';
import { parseXml } from './parse-xml.ts';
import { readSheet } from './read-sheet.ts';
import { readStrings } from './texts.ts';
import { checkSize, unpack, type Parts } from './unpack.ts';

export interface Workbook {
  /** The names of all sheets that are not hidden. */
  readonly sheets: readonly string[];
  /** The name of the sheet that was read. */
  readonly sheet: string;
  /** Its rows, as wide as its first row, or wider. */
  readonly rows: readonly GoodRow[];
}

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
