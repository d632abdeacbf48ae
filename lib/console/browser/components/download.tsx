import { textCell } from '../../../../shared/rules/csv.ts';
import { useNumber, useTexts, validTag } from '../language/language.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce, ErrorNotice } from './notice.tsx';
import { type Page, readPages } from './read-pages.ts';
import { useAttempt } from './use-load.ts';

const saveBlob = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only some seconds after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Downloads a file in the browser. */
export const saveFile = (name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void =>
  saveBlob(name, new Blob([content], { type }));

const CSV_TYPE = 'text/csv;charset=utf-8';
/** Makes Excel read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Downloads a CSV file with these lines. */
export const saveCsv = (name: string, lines: readonly string[]): void =>
  saveFile(name, CSV_TYPE, BYTE_ORDER_MARK + lines.join(''));

/**
 * Excel separates cells with the list separator of the viewer's region, whatever the language of the page. The separator is a
 * semicolon where the comma is the decimal sign, and in Switzerland.
 */
const listSeparator = (): string =>
  navigator.language.endsWith('-CH') || new Intl.NumberFormat(validTag(navigator.language)).format(0.5).includes(',')
    ? ';'
    : ',';

export type Cell = string | number | undefined;

const toLine = (cells: readonly Cell[]): string => `${cells.map(textCell).join(listSeparator())}\r\n`;

/** Downloads a table as a CSV file that the viewer's Excel can read. */
export const saveTable = (name: string, rows: readonly (readonly Cell[])[]): void => saveCsv(name, rows.map(toLine));

export interface DownloadOptions<Item, Row> {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  /** Makes the rows of the whole list; absent if each item is a row. */
  readonly toRows?: (items: readonly Item[]) => readonly Row[];
  readonly toCells: (row: Row) => readonly Cell[];
}

/**
 * A link that saves a whole list as a CSV file. The browser keeps the parts of the file outside the page's memory. The download
 * stops if the person navigates away or cancels it.
 */
export const useDownload = <Item, Row = Item>({
  fileName,
  columns,
  read,
  toRows,
  toCells,
}: DownloadOptions<Item, Row>) => {
  const t = useTexts();
  const format = useNumber();
  const { isBusy, error, attempt } = useAttempt();
  /** The number of rows that have been read. */
  const [count, setCount] = useState(0);
  const controller = useRef(new AbortController());
  const cancel = (): void => controller.current.abort();
  useLayoutEffect(() => cancel, []);
  const download = async (): Promise<void> => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    let rows = 0;
    /** All items, if the rows depend on the whole list. */
    const items: Item[] = [];
    let file = new Blob([BYTE_ORDER_MARK, toLine(columns)], { type: CSV_TYPE });
    const append = (added: readonly Row[]): void => {
      file = new Blob([file, ...added.map((row) => toLine(toCells(row)))], { type: CSV_TYPE });
    };
    try {
      for await (const page of readPages((next) => read(next, signal), Infinity)) {
        if (toRows) items.push(...page.items);
        else append(page.items as unknown as readonly Row[]);
        rows += page.items.length;
        setCount(rows);
        announce(t.format(t.downloading, { count: format(rows) }));
      }
    } catch (problem) {
      if (signal.aborted) return;
      throw problem;
    }
    if (toRows) {
      const made = toRows(items);
      rows = made.length;
      append(made);
    }
    saveBlob(fileName, file);
    announce(t.format(t.downloaded, { count: rows, rows: format(rows) }));
  };
  const start = (event: Event): void => {
    event.preventDefault();
    if (isBusy) return;
    setCount(0);
    void attempt(download);
  };
  const link = (
    <a class="button" href="#csv" download onClick={start}>
      {t.download}
    </a>
  );
  return { link, problem: <ErrorNotice error={error} />, isBusy, count, cancel };
};
