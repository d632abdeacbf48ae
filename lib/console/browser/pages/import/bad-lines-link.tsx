import type { JSX } from 'preact';
import { csvFile } from '../../components/csv-cell.ts';
import { saveFile } from '../../components/save-file.ts';
import { useMessages } from '../../language/language.ts';
import { importMessages } from './import-messages.ts';
import type { BadLine } from './import-run.ts';

interface BadLinesLinkProps {
  readonly fileName: string;
  readonly badLines: readonly BadLine[];
}

/** Downloads the bad lines: number, reason and content of each. */
export const BadLinesLink = ({ fileName, badLines }: BadLinesLinkProps): JSX.Element => {
  const t = useMessages(importMessages);
  const download = (event: Event): void => {
    event.preventDefault();
    const rows = badLines.map(({ line, reason, text }) => [line, reason, text]);
    const name = fileName.replace(/\.[^.]*$/, '');
    saveFile(`${name}-bad-lines.csv`, 'text/csv;charset=utf-8', csvFile(['line', 'reason', 'content'], rows));
  };
  return (
    <a class="button" href="#bad-lines" download onClick={download}>
      {t.download}
    </a>
  );
};
