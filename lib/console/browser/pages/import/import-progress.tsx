import { useLayoutEffect, useState } from 'preact/hooks';
import { isTemporary } from '../../api/connection.ts';
import { ErrorNotice, Notice, useOwnStatus } from '../../components/notice.tsx';
import { useNumber, useTexts } from '../../language/language.ts';
import { LineTooLongError, WrongEncodingError } from './chunk-reader.ts';
import type { Progress } from './import-run.ts';
import { type ImportState, WorkbookError } from './use-import.ts';
import { DataTable } from '../../components/table.tsx';
import { saveCsv, saveFile } from '../../components/download.tsx';
import { badLinesCsv, badLinesNdjson } from './bad-lines.ts';

interface ImportProgressProps {
  readonly state: ImportState;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onReset: () => void;
}

/** Says what is wrong with the file itself, or shows the error of the service. */
const ImportError = ({ error }: { readonly error: Error }) => {
  const t = useTexts('import');
  if (error instanceof LineTooLongError) return <Notice>{t.format(t.tooLong, { line: error.line })}</Notice>;
  if (error instanceof WrongEncodingError) return <Notice>{t.notText}</Notice>;
  if (error instanceof WorkbookError) return <Notice>{t.workbook}</Notice>;
  return <ErrorNotice error={error} />;
};

const STALLED_MS = 8_000;

/** Whether there has been no progress for a while. If so, the rate is out of date. */
const useIsStalled = (progress: Progress): boolean => {
  const [stalled, setStalled] = useState<Progress>();
  useLayoutEffect(() => {
    const timer = setTimeout(() => setStalled(progress), STALLED_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  return stalled === progress;
};

/** The progress of a run until its end or its failure. */
export const ImportProgress = ({ state, onStop, onGoOn, onReset }: ImportProgressProps) => {
  const t = useTexts('import');
  useOwnStatus();
  const format = useNumber();
  const { isDryRun, end, run } = state;
  const { read, written, unchanged, deleted, failed, share, activeMs } = run.progress;
  const isStalled = useIsStalled(run.progress);
  const isRunning = end === undefined;
  const isDone = end === 'finished';
  const canGoOn = end === 'stopped' || (end instanceof Error && isTemporary(end));
  const hasProgress = isRunning || isDone || read > 0;
  const secondsLeft = Math.round((activeMs * (1 - share)) / share / 1000);
  const speed = [
    t.format(t.rate, { lines: format(Math.round((read * 1000) / Math.max(activeMs, 1))) }),
    share > 0 && (secondsLeft < 60 ? t.lastMinute : t.format(t.left, { minutes: Math.ceil(secondsLeft / 60) })),
  ];
  const facts = [t.format(t.read, { lines: format(read) }), ...(isRunning ? (isStalled ? [t.waiting] : speed) : [])];
  return (
    <>
      {end instanceof Error && <ImportError error={end} />}
      <div class={hasProgress ? 'card stack' : undefined}>
        {hasProgress && <progress aria-label={isDryRun ? t.checking : t.import} value={isDone ? 1 : share} max={1} />}
        {hasProgress && !isDone && <p class="hint">{facts.filter(Boolean).join(' · ')}</p>}
        <div role="status" class={isDone ? 'done' : undefined}>
          {isDone &&
            [t.format(t.done, { written, unchanged, failed }), deleted > 0 && t.format(t.deleted, { count: deleted })]
              .filter(Boolean)
              .join(' ')}
          {end === 'stopped' && t.format(t.stopped, { lines: read })}
        </div>
        <div class="actions">
          {isDone && failed > 0 && <BadLinesLink state={state} />}
          {isRunning && <button onClick={onStop}>{t.stop}</button>}
          {canGoOn && (
            <button type="button" class="primary" onClick={onGoOn}>
              {t.goOn}
            </button>
          )}
          {!isRunning && <button onClick={onReset}>{t.again}</button>}
        </div>
      </div>
    </>
  );
};

const MAX_ROWS = 100;

/** Downloads the bad lines as a file that can be corrected and imported again. */
const BadLinesLink = ({ state: { file, run } }: { readonly state: ImportState }) => {
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
