import type { JSX } from 'preact';
import { DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { useNumber, useTexts } from '../../language/language.ts';
import { BadLinesLink } from './bad-lines-link.tsx';
import { importMessages } from './import-messages.ts';
import type { ImportState } from './use-import.ts';

const MAX_ROWS = 100;

/** The result of the dry run, the bad lines, and the button that imports the file. */
export const Preview = ({
  state,
  onStart,
}: {
  readonly state: ImportState;
  readonly onStart: () => void;
}): JSX.Element => {
  const t = useTexts(importMessages);
  const format = useNumber();
  const { progress, run } = state;
  const good = progress.read - progress.failed;
  const facts = [
    [t.wouldWrite, progress.written],
    [t.wouldStay, progress.unchanged],
    [t.wouldDelete, progress.deleted],
    [t.bad, progress.failed],
  ] as const;
  if (progress.read === 0) return <Notice kind="warning">{state.file.size === 0 ? t.emptyFile : t.empty}</Notice>;
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
      {progress.deleted > 0 && <Notice kind="warning">{t.deletions(progress.deleted)}</Notice>}
      {good === 0 && <Notice kind="warning">{t.nothingToImport}</Notice>}
      <div class="actions">
        <button type="button" class="primary" disabled={good === 0} onClick={onStart}>
          {t.start(good)}
        </button>
        {progress.failed > 0 && <BadLinesLink state={state} />}
      </div>
      {progress.failed > 0 && (
        <>
          <h3>{t.badLines(progress.failed)}</h3>
          <DataTable
            name={t.badLines(progress.failed)}
            rows={run.badLines.slice(0, MAX_ROWS)}
            rowKey={({ line, reason }) => `${line} ${reason}`}
            columns={[
              { header: t.line, cell: ({ line }) => line },
              { header: t.reason, cell: ({ reason }) => reason },
              { header: t.content, cell: ({ text }) => <span class="code wrap">{text.slice(0, 200)}</span> },
            ]}
          />
          {run.badLines.length > MAX_ROWS && <p class="hint">{t.firstBadLines(MAX_ROWS)}</p>}
        </>
      )}
    </>
  );
};
