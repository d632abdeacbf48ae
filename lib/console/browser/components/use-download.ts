import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts, useNumber } from '../language/language.ts';
import { type Cell, saveTable } from './save-file.ts';
import { announce } from './status.tsx';
import { type Page, readPages } from './read-pages.ts';

interface DownloadOptions<Item> {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  readonly toCells: (item: Item) => readonly Cell[];
}

/** A link that reads all pages of a list and saves them as a file. Leaving the page stops it. */
export const useDownload = <Item>({ fileName, columns, read, toCells }: DownloadOptions<Item>) => {
  const t = useTexts();
  const format = useNumber();
  const [error, setError] = useState<Error>();
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const download = async (): Promise<void> => {
    setError(undefined);
    const { signal } = controller.current;
    try {
      const rows: Item[] = [];
      for await (const page of readPages((next) => read(next, signal), Infinity)) {
        rows.push(...page.items);
        announce(t.downloading(format(rows.length)));
      }
      saveTable(fileName, [columns, ...rows.map(toCells)]);
      announce(t.downloaded(rows.length, format(rows.length)));
    } catch (problem) {
      if (!signal.aborted) setError(problem as Error);
    }
  };
  return {
    error,
    onClick: (event: Event): void => {
      event.preventDefault();
      void download();
    },
  };
};
