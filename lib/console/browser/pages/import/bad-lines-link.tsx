import type { JSX } from 'preact';
import { csvLine } from '../../../../../shared/rules/csv.ts';
import { saveCsv } from '../../components/save-file.ts';
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
    saveCsv(`${name}-bad-lines.csv`, [['line', 'reason', 'content'], ...rows].map(csvLine));
  };
  return (
    <a class="button" href="#bad-lines" download onClick={download}>
      {t.download}
    </a>
  );
};
