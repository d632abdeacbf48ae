import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useNumber, useTexts } from '../language/language.ts';
import { ErrorNotice } from './notice.tsx';
import { type Page, readPages } from './read-pages.ts';
import { type Cell, saveTable } from './save-file.ts';
import { announce } from './status.tsx';
import { useAttempt } from './use-attempt.ts';

interface DownloadOptions<Item> {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  readonly toCells: (item: Item) => readonly Cell[];
}

interface Download {
  readonly link: JSX.Element;
  readonly problem: JSX.Element;
}

/** A link that saves a whole list as a CSV file. The download stops if the person navigates away. */
export const useDownload = <Item,>({ fileName, columns, read, toCells }: DownloadOptions<Item>): Download => {
  const t = useTexts();
  const format = useNumber();
  const { error, attempt } = useAttempt();
  const controller = useRef(new AbortController());
  useLayoutEffect(() => () => controller.current.abort(), []);
  const download = async (): Promise<void> => {
    const rows: Item[] = [];
    for await (const page of readPages((next) => read(next, controller.current.signal), Infinity)) {
      rows.push(...page.items);
      announce(t.downloading(format(rows.length)));
    }
    saveTable(fileName, [columns, ...rows.map(toCells)]);
    announce(t.downloaded(rows.length, format(rows.length)));
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
