import { DataTable } from '../../components/table.tsx';
import { Notice } from '../../components/notice.tsx';
import { saveCsv, saveFile } from '../../components/download.tsx';
import { useNumber, useTexts } from '../../language/language.ts';
import { badLinesCsv, badLinesNdjson } from './bad-lines.ts';
import type { ImportState } from './use-import.ts';

const MAX_ROWS = 100;

/** Downloads the bad lines as a file that can be corrected and imported again. */
export const BadLinesLink = ({ state: { file, run } }: { readonly state: ImportState }) => {
  const t = useTexts('import');
  const download = (event: Event): void => {
    event.preventDefault();
    const [, name = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? [];
    if (run.reader.isCsv) saveCsv(`${name}-bad-lines.csv`, badLinesCsv(run.reader.header, run.badLines));
    else saveFile(`${name}-bad-lines${ending}`, 'application/x-ndjson', badLinesNdjson(run.badLines).join(''));
  };
  return (
    <a class="button" href="#bad-lines" download onClick={download}>
      {t.download}
    </a>
  );
};

/** The result of the dry run, the bad lines, and the button that imports the file. */
export const Preview = ({ state, onStart }: { readonly state: ImportState; readonly onStart: () => void }) => {
  const t = useTexts('import');
  const format = useNumber();
  const { progress, badLines } = state.run;
  const good = progress.read - progress.failed;
  const facts = [
    [t.wouldWrite, progress.written],
    [t.wouldStay, progress.unchanged],
    [t.wouldDelete, progress.deleted],
    [t.bad, progress.failed],
  ] as const;
  if (progress.read === 0) return <Notice tone="warn">{state.file.size === 0 ? t.emptyFile : t.empty}</Notice>;
  return (
    <>
      <dl class="totals">
        {facts.map(([label, count]) => (
          <div key={label} class={label === t.bad && count > 0 ? 'card total bad' : 'card total'}>
            <dt>{label}</dt>
            <dd>{format(count)}</dd>
          </div>
        ))}
      </dl>
      {progress.deleted > 0 && <Notice tone="warn">{t.format(t.deletions, { count: progress.deleted })}</Notice>}
      {good === 0 && <Notice tone="warn">{t.nothingToImport}</Notice>}
      <div class="actions">
        <button type="button" class="primary" disabled={good === 0} onClick={onStart}>
          {t.format(t.start, { count: good })}
        </button>
        {progress.failed > 0 && <BadLinesLink state={state} />}
      </div>
      {progress.failed > 0 && (
        <>
          <h3>{t.format(t.badLines, { count: progress.failed })}</h3>
          <DataTable
            name={t.format(t.badLines, { count: progress.failed })}
            rows={badLines.slice(0, MAX_ROWS)}
            rowKey={({ line, reason }) => `${line} ${reason}`}
            columns={[
              { header: t.line, cell: ({ line }) => line },
              { header: t.reason, cell: ({ reason }) => reason },
              { header: t.content, cell: ({ text }) => <span class="code wrap">{text.slice(0, 200)}</span> },
            ]}
          />
          {badLines.length > MAX_ROWS && <p class="hint">{t.format(t.firstBadLines, { shown: MAX_ROWS })}</p>}
        </>
      )}
    </>
  );
};
