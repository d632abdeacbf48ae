import type { GoodRow } from '../row.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { readStyles } from './numbers.ts';
import { parseXml } from './parse-xml.ts';
import { readSheet } from './read-sheet.ts';
import { readStrings } from './texts.ts';
import { checkSize, toPartPath, unpack } from './unpack.ts';

export interface Workbook {
  /** The names of all sheets that are not hidden. */
  readonly sheets: readonly string[];
  /** The name of the sheet that was read. */
  readonly sheet: string;
  /** Its rows, as wide as its first row, or wider. */
  readonly rows: readonly GoodRow[];
}

/** Where a workbook is, unless the file says otherwise. Some programs call it `workbook22.xml`. */
const USUAL_PART = 'xl/workbook.xml';

interface Relationship {
  readonly id: string;
  /** The last word of the type's URL, such as `worksheet`. */
  readonly type: string;
  /** The path of the part. */
  readonly part: string;
}

/** Reads what a part refers to (ECMA-376, part 2). @param source the path of the part; empty for the file itself */
const readRelationships = (file: Uint8Array, source: string): readonly Relationship[] => {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${source.slice(folder.length)}.rels`;
  const relationships: Relationship[] = [];
  parseXml(unpack(file, (name) => name === path)[path], {
    open: (name, attributes) => {
      const { Id = '', Type = '', Target = '' } = attributes();
      if (name !== 'Relationship') return;
      const part = toPartPath(/^[/\\]/.test(Target) ? Target : folder + Target);
      relationships.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part });
    },
  });
  return relationships;
};

interface SheetInfo {
  readonly name: string;
  readonly part: string;
}

const readWorkbookPart = (
  bytes: Uint8Array | undefined,
  relationships: readonly Relationship[],
): { readonly sheets: readonly SheetInfo[]; readonly is1904: boolean } => {
  const sheets: SheetInfo[] = [];
  let is1904 = false;
  parseXml(bytes, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes()['date1904'] ?? '');
      if (name !== 'sheet') return;
      const all = attributes();
      const sheetId = Object.entries(all).find(([key]) => key.endsWith(':id'))?.[1];
      const isHidden = (all['state'] ?? 'visible') !== 'visible';
      const part = relationships.find(({ id }) => id === sheetId)?.part;
      if (part !== undefined && !isHidden) sheets.push({ name: all['name'] ?? '', part });
    },
  });
  return { sheets, is1904 };
};

const readParts = (file: Uint8Array, sheet: string | undefined): Workbook => {
  checkSize(file);
  const workbookPart = readRelationships(file, '').find(({ type }) => type === 'officeDocument')?.part ?? USUAL_PART;
  const relationships = readRelationships(file, workbookPart);
  const partOf = (type: string): string | undefined => relationships.find((one) => one.type === type)?.part;
  const [stringsPart, stylesPart] = [partOf('sharedStrings'), partOf('styles')];
  const common = unpack(file, (name) => [workbookPart, stringsPart, stylesPart].includes(name));
  const { sheets, is1904 } = readWorkbookPart(common[workbookPart], relationships);
  if (sheets.length === 0) throw new UnreadableFile('workbook_broken');
  const names = sheets.map(({ name }) => name);
  const candidates = sheet === undefined ? sheets : sheets.filter(({ name }) => name === sheet);
  if (candidates.length === 0)
    throw new UnreadableFile('sheet_unknown', {
      sheet: sheet ?? '',
      sheets: names.map((name) => `"${name}"`).join(', '),
    });
  const context = {
    strings: readStrings(common[stringsPart ?? '']),
    styles: readStyles(common[stylesPart ?? '']),
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
 * `2026-11-21 08:00`, or `2026-11-21 --:--` without a time, and a number has the leading zeros of its format.
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
