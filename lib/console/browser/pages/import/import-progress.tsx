import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isTemporary } from '../../api/connection.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { useOwnStatus } from '../../components/status.tsx';
import { useNumber, useTexts } from '../../language/language.ts';
import { LineTooLongError, WrongEncodingError } from './chunk-reader.ts';
import type { Progress } from './import-run.ts';
import { importMessages } from './import-messages.ts';
import { BadLinesLink } from './preview.tsx';
import { type ImportState, WorkbookError } from './use-import.ts';

interface ImportProgressProps {
  readonly state: ImportState;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onReset: () => void;
}

/** Says what is wrong with the file itself, or shows the error of the service. */
const ImportError = ({ error }: { readonly error: Error }): JSX.Element => {
  const t = useTexts(importMessages);
  if (error instanceof LineTooLongError) return <Notice kind="error">{t.tooLong(error.line)}</Notice>;
  if (error instanceof WrongEncodingError) return <Notice kind="error">{t.notText}</Notice>;
  if (error instanceof WorkbookError) return <Notice kind="error">{t.workbook}</Notice>;
  return <ErrorNotice error={error} />;
};

const STALLED_MS = 8_000;

/** Whether there has been no progress for a while. If so, the rate is out of date. */
const useIsStalled = (progress: Progress): boolean => {
  const [stalled, setStalled] = useState<Progress>();
  useEffect(() => {
    const timer = setTimeout(() => setStalled(progress), STALLED_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  return stalled === progress;
};

/** The progress of a run until its end or its failure. */
export const ImportProgress = ({ state, onStop, onGoOn, onReset }: ImportProgressProps): JSX.Element => {
  const t = useTexts(importMessages);
  useOwnStatus();
  const { phase, error } = state;
  const { progress } = state.run;
  const isStalled = useIsStalled(progress);
  const isStopped = state.isStoppedByPerson === true || error !== undefined;
  const canGoOn = isStopped && (error === undefined || isTemporary(error));
  const hasProgress = !isStopped || progress.read > 0;
  const format = useNumber();
  return (
    <>
      {error !== undefined && <ImportError error={error} />}
      <div class={hasProgress ? 'card stack' : undefined}>
        {hasProgress && (
          <progress
            aria-label={phase === 'checking' ? t.checking : t.import}
            value={phase === 'done' ? 1 : progress.share}
            max={1}
          />
        )}
        {hasProgress && phase !== 'done' && (
          <p class="hint">
            {t.read(format(progress.read))}
            {isStalled && !isStopped && ` · ${t.waiting}`}
            {!isStalled && !isStopped && ` · ${t.rate(format(progress.linesPerSecond))}`}
            {!isStalled && !isStopped && progress.secondsLeft !== undefined && ` · ${t.left(progress.secondsLeft)}`}
          </p>
        )}
        <div role="status" class={phase === 'done' ? 'done' : undefined}>
          {phase === 'done' &&
            [
              t.done(progress.written, progress.unchanged, progress.failed),
              ...(progress.deleted > 0 ? [t.deleted(progress.deleted)] : []),
            ].join(' ')}
          {state.isStoppedByPerson === true && t.stopped(progress.read)}
        </div>
        <div class="actions">
          {phase === 'done' && progress.failed > 0 && <BadLinesLink state={state} />}
          {phase !== 'done' && !isStopped && (
            <button type="button" onClick={onStop}>
              {t.stop}
            </button>
          )}
          {canGoOn && (
            <button type="button" class="primary" onClick={onGoOn}>
              {t.goOn}
            </button>
          )}
          {(phase === 'done' || isStopped) && (
            <button type="button" onClick={onReset}>
              {t.again}
            </button>
          )}
        </div>
      </div>
    </>
  );
};
