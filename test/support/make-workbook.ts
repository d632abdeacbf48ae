import { strToU8, zipSync } from 'fflate';

interface WorkbookParts {
  /** The XML of `<sheetData>` of each sheet, by name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  /** Format codes or built-in ids of the cell styles 1, 2, …; style 0 is General. */
  readonly styles?: readonly (string | number)[];
  readonly is1904?: boolean;
  readonly hidden?: readonly string[];
  readonly merged?: readonly string[];
  /** The end of the names of all parts: `22` for `xl/workbook22.xml`. */
  readonly suffix?: string;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Makes a workbook from the XML of its sheets, as spreadsheet programs write it. */
export const makeWorkbook = ({
  sheets,
  strings = [],
  styles = [],
  is1904,
  hidden = [],
  merged = [],
  suffix = '',
}: WorkbookParts): Uint8Array => {
  const names = Object.keys(sheets);
  const formats = styles.flatMap((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${200 + index}" formatCode="${escape(format)}"/>` : [],
  );
  const cellStyles = styles.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`,
  );
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', `/xl/workbook${suffix}.xml`)}</Relationships>`,
    [`xl/workbook${suffix}.xml`]: `<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map((name, index) => {
        const state = hidden.includes(name) ? ' state="hidden"' : '';
        return `<sheet name="${escape(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
      })
      .join('')}</sheets></workbook>`,
    [`xl/_rels/workbook${suffix}.xml.rels`]: `<Relationships>${[
      relation('styles', 'styles', `styles${suffix}.xml`),
      relation('strings', 'sharedStrings', `/xl/sharedStrings${suffix}.xml`),
      ...names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}${suffix}.xml`)),
    ].join('')}</Relationships>`,
    [`xl/styles${suffix}.xml`]: `<styleSheet ${MAIN}><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${cellStyles.join('')}</cellXfs></styleSheet>`,
    [`xl/sharedStrings${suffix}.xml`]: `<sst ${MAIN}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((data, index) => [
        `xl/worksheets/sheet${index + 1}${suffix}.xml`,
        `<worksheet ${MAIN}><sheetData>${data}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
      ]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
};
