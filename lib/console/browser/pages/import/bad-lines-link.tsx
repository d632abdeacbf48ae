import type { JSX } from 'preact';
import { saveCsv, saveFile } from '../../components/save-file.ts';
import { useTexts } from '../../language/language.ts';
import { badLinesCsv, badLinesNdjson } from './bad-lines.ts';
import { importMessages } from './import-messages.ts';
import type { ImportState } from './use-import.ts';

/** Downloads the bad lines as a file that can be corrected and imported again. */
export const BadLinesLink = ({ state: { file, run } }: { readonly state: ImportState }): JSX.Element => {
  const t = useTexts(importMessages);
  const download = (event: Event): void => {
    event.preventDefault();
    const [, name = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? [];
    if (run.isCsv) saveCsv(`${name}-bad-lines.csv`, badLinesCsv(run.header, run.badLines));
    else saveFile(`${name}-bad-lines${ending}`, 'application/x-ndjson', badLinesNdjson(run.badLines).join(''));
  };
  return (
    <a class="button" href="#bad-lines" download onClick={download}>
      {t.download}
    </a>
  );
};
