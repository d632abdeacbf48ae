import { useLayoutEffect, useState } from 'preact/hooks';
import { NO_TIME } from '../../../../../shared/files/date-times.ts';
import { isTemporary } from '../../api/connection.ts';
import { ErrorNotice, Notice, useOwnStatus } from '../../components/notice.tsx';
import { useNumber, useTexts } from '../../language/language.ts';
import type { RunProgress } from './import-run.ts';
import type { FileWords } from './file-texts.ts';
import { saveWorkbook } from './templates.tsx';
import type { RunState } from './use-import.ts';
import { DataTable } from '../../components/table.tsx';
import { saveCsv, saveFile } from '../../components/download.tsx';
import { useAttempt } from '../../components/use-load.ts';
import { badLinesNdjson, badRowsCsv, badRowsTable } from './bad-lines.ts';
import type { SourceRow } from './chunks.ts';

interface ImportProgressProps {
  readonly state: RunState;
  readonly words: FileWords;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onReset: () => void;
}

const STALLED_MS = 8_000;

/** Whether there has been no progress for a while. If so, the rate is out of date. */
const useIsStalled = (progress: RunProgress): boolean => {
  const [stalled, setStalled] = useState<RunProgress>();
  useLayoutEffect(() => {
    const timer = setTimeout(() => setStalled(progress), STALLED_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  return stalled === progress;
};

/** The progress of a run until its end or its failure. */
export const ImportProgress = ({ state, words, onStop, onGoOn, onReset }: ImportProgressProps) => {
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
  const activity = isStalled ? [t.waiting] : speed;
  const facts = [t.format(t.read, { lines: format(read) }), ...(isRunning ? activity : [])];
  return (
    <>
      {end instanceof Error && <ErrorNotice error={end} />}
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
          {isDone && failed > 0 && <BadLinesLink state={state} words={words} />}
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

/** Downloads the bad lines as a file that can be corrected and imported again: for a workbook, a workbook. */
const BadLinesLink = ({ state, words }: { readonly state: RunState; readonly words: FileWords }) => {
  const t = useTexts('import');
  const { error, attempt } = useAttempt();
  const download = (event: Event): void => {
    event.preventDefault();
    const { file, kind, run, source, table } = state;
    const [, base = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? [];
    const name = `${base}-bad-lines`;
    const rows = run.badLines.map((row) => ({ ...row, reason: words.explain(kind, row.reasons) }));
    if (!table) {
      saveFile(name + ending, 'application/x-ndjson', badLinesNdjson(rows).join(''));
      return;
    }
    const separator = source.separator() ?? ',';
    const header = table.inspection.columns.map(({ heading, isNamed }) => (isNamed ? heading : ''));
    const bad = badRowsTable(header, rows, separator);
    if (source.format === 'workbook')
      void attempt(() => saveWorkbook(`${name}.xlsx`, words.template.sheets[kind], bad));
    else saveCsv(`${name}.csv`, badRowsCsv(bad, separator));
  };
  return (
    <>
      <a class="button" href="#bad-lines" download onClick={download}>
        {t.download}
      </a>
      <ErrorNotice error={error} />
    </>
  );
};

const contentOf = ({ cells, text = '' }: SourceRow): string =>
  (cells?.filter((cell) => cell !== '').join(' · ') ?? text).replaceAll(NO_TIME, '').slice(0, 200);

interface PreviewProps {
  readonly state: RunState;
  readonly words: FileWords;
  readonly onStart: () => void;
  readonly onColumns: (() => void) | undefined;
}

/** The result of the dry run, the bad lines, and the button that imports the file. */
export const Preview = ({ state, words, onStart, onColumns }: PreviewProps) => {
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
        {onColumns && <button onClick={onColumns}>{t.changeColumns}</button>}
        {progress.failed > 0 && <BadLinesLink state={state} words={words} />}
      </div>
      {progress.failed > 0 && (
        <>
          <h3>{t.format(t.badLines, { count: progress.failed })}</h3>
          <DataTable
            name={t.format(t.badLines, { count: progress.failed })}
            rows={badLines.slice(0, MAX_ROWS)}
            rowKey={({ line }) => String(line)}
            columns={[
              { header: t.line, cell: ({ line }) => line },
              { header: t.reason, cell: ({ reasons }) => words.explain(state.kind, reasons) },
              { header: t.content, cell: (row) => <span class="code wrap">{contentOf(row)}</span> },
            ]}
          />
          {badLines.length > MAX_ROWS && <p class="hint">{t.format(t.firstBadLines, { shown: MAX_ROWS })}</p>}
        </>
      )}
    </>
  );
};
