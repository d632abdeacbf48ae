import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { UnreadableFile } from '../../../../../shared/files/unreadable-file.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';
import { Field, SelectField } from '../../components/field.tsx';
import { ErrorNotice, Loading, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page.tsx';
import { useTexts } from '../../language/language.ts';
import { useLeaveGuard } from '../../navigation/address.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { type FileWords, useFileWords } from './file-texts.ts';
import { ImportProgress, Preview } from './import-progress.tsx';
import { Templates } from './templates.tsx';
import { useImport } from './use-import.ts';

const KINDS: readonly RecordKind[] = ['users', 'bookings'];

export const ImportPage = () => {
  const t = useTexts('import');
  const { data: words, error, reload } = useFileWords();
  const { state, choose, check, changeColumns, start, goOn, stop, reset } = useImport();
  // Incremented to clear the file fields.
  const [round, setRound] = useState(0);
  const isRunning = state?.step === 'run' && state.end === undefined;
  useLeaveGuard(isRunning && !state.isDryRun, t.leave);
  const heading = useRef<HTMLHeadingElement>(null);
  // A step replaces the button that led to it, so the focus is lost with that button.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  const startOver = (): void => {
    reset();
    setRound(round + 1);
  };
  const stepOf = (loaded: FileWords) => {
    if (state === undefined) return undefined;
    if (state.step === 'open')
      return state.error ? <OpenError error={state.error} words={loaded} onReset={startOver} /> : <Loading />;
    if (state.step === 'columns')
      return (
        <ColumnsStep
          key={state.source.sheet}
          state={state}
          words={loaded}
          onCheck={(table) => check(state, table)}
          onReset={startOver}
        />
      );
    return state.isDryRun && state.end === 'finished' ? (
      <Preview
        state={state}
        words={loaded}
        onStart={() => start(state)}
        onColumns={state.table && (() => changeColumns(state))}
      />
    ) : (
      <ImportProgress state={state} words={loaded} onStop={stop} onGoOn={() => goOn(state)} onReset={startOver} />
    );
  };
  const title = () => {
    if (state?.step === 'columns') return t.format(t.columnsOf, { name: state.file.name });
    const isChecked = state?.step === 'run' && state.isDryRun && state.end === 'finished';
    return isChecked ? t.format(t.preview, { name: state.file.name }) : state?.file.name;
  };
  return (
    <>
      <PageHeader title={t.titles.import} intro={t.intro} />
      <div class="field-grid">
        {KINDS.map((kind) => (
          <FileField
            key={`${kind} ${round}`}
            kind={kind}
            words={words}
            isDisabled={isRunning}
            onChoose={(file) => choose(kind, file)}
          />
        ))}
      </div>
      <p class="hint">{t.order}</p>
      <ErrorNotice error={error} onRetry={reload} />
      {state !== undefined && words === undefined && error === undefined && <Loading />}
      {state !== undefined && words !== undefined && (
        <section>
          <h2 ref={heading} tabIndex={-1}>
            {title()}
          </h2>
          {state.step !== 'open' && state.source.encoding === 'windows-1252' && (
            <Notice tone="info">{t.windows}</Notice>
          )}
          {state.step !== 'open' && state.source.sheets.length > 1 && (
            <SelectField
              label={t.sheet}
              value={state.source.sheet ?? ''}
              options={state.source.sheets.map((name) => [name, name])}
              isDisabled={isRunning}
              onChange={(sheet) => choose(state.kind, state.file, sheet)}
            />
          )}
          {stepOf(words)}
        </section>
      )}
    </>
  );
};

interface OpenErrorProps {
  readonly error: Error;
  readonly words: FileWords;
  readonly onReset: () => void;
}

/** Says why a file cannot be read. */
const OpenError = ({ error, words, onReset }: OpenErrorProps) => {
  const t = useTexts('import');
  return (
    <>
      {error instanceof UnreadableFile ? (
        <Notice>{words.explainFile(error.reason)}</Notice>
      ) : (
        <ErrorNotice error={error} />
      )}
      <div class="actions">
        <button onClick={onReset}>{t.again}</button>
      </div>
    </>
  );
};

interface FileFieldProps {
  readonly kind: RecordKind;
  readonly words: FileWords | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

const FileField = ({ kind, words, isDisabled, onChoose }: FileFieldProps) => {
  const t = useTexts('import');
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      class={isOver ? 'card field over' : 'card field'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!isDisabled);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const file = event.dataTransfer?.files[0];
        if (file !== undefined && !isDisabled) onChoose(file);
      }}
    >
      <Field label={t.file[kind]} hint={t.columns[kind]}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".xlsx,.csv,.tsv,.txt,.ndjson,.jsonl,text/csv"
            disabled={isDisabled}
            // Without this, choosing the same file again after correcting it would not fire `change`.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={({ currentTarget: { files } }) => {
              const file = files?.[0];
              if (file !== undefined) onChoose(file);
            }}
          />
        )}
      </Field>
      <span class="hint">{t.drop}</span>
      {words && <Templates kind={kind} words={words} />}
    </div>
  );
};
