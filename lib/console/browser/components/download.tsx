import { textCell } from '../../../../shared/rules/csv.ts';
import { useNumber, useTexts, validTag } from '../language/language.ts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce, ErrorNotice } from './notice.tsx';
import { type Page, readPages } from './read-pages.ts';
import { useAttempt } from './use-load.ts';

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

interface DownloadOptions<Item> {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  readonly toCells: (item: Item) => readonly Cell[];
}

/** A link that saves a whole list as a CSV file. The download stops if the person navigates away. */
export const useDownload = <Item,>({ fileName, columns, read, toCells }: DownloadOptions<Item>) => {
  const t = useTexts();
  const format = useNumber();
  const { error, attempt } = useAttempt();
  const controller = useRef(new AbortController());
  useLayoutEffect(() => () => controller.current.abort(), []);
  const download = async (): Promise<void> => {
    const rows: Item[] = [];
    for await (const page of readPages((next) => read(next, controller.current.signal), Infinity)) {
      rows.push(...page.items);
      announce(t.format(t.downloading, { count: format(rows.length) }));
    }
    saveTable(fileName, [columns, ...rows.map(toCells)]);
    announce(t.format(t.downloaded, { count: rows.length, rows: format(rows.length) }));
  };
  const start = (event: Event): void => {
    event.preventDefault();
    void attempt(download);
  };
  const link = (
    <a class="button" href="#csv" download onClick={start}>
      {t.download}
    </a>
  );
  return { link, problem: <ErrorNotice error={error} /> };
};
