import { textCell } from '../../../../shared/rules/csv.ts';
import { validTag } from '../language/language.ts';

/** Downloads a file in the browser. */
export const saveFile = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only some seconds after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Downloads a CSV file with these lines. The byte order mark makes Excel read the file as UTF-8. */
export const saveCsv = (name: string, lines: readonly string[]): void =>
  saveFile(name, 'text/csv;charset=utf-8', `\uFEFF${lines.join('')}`);

/**
 * Excel separates cells with the list separator of the viewer's region, whatever the language of the page. The separator is a
 * semicolon where the comma is the decimal sign.
 */
const listSeparator = (): string =>
  new Intl.NumberFormat(validTag(navigator.language)).format(0.5).includes(',') ? ';' : ',';

export type Cell = string | number | undefined;

/** Downloads a table as a CSV file that the viewer's Excel can read. */
export const saveTable = (name: string, rows: readonly (readonly Cell[])[]): void => {
  const separator = listSeparator();
  saveCsv(
    name,
    rows.map((cells) => `${cells.map(textCell).join(separator)}\r\n`),
  );
};
