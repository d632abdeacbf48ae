import { useLayoutEffect, useState } from 'preact/hooks';
import { isTemporary } from '../../api/connection.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { useOwnStatus } from '../../components/status.tsx';
import { useNumber, useTexts } from '../../language/language.ts';
import { LineTooLongError, WrongEncodingError } from './chunk-reader.ts';
import type { Progress } from './import-run.ts';
import { BadLinesLink } from './preview.tsx';
import { type ImportState, WorkbookError } from './use-import.ts';

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
