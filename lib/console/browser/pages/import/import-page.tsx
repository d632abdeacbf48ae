import { useId, useState } from 'preact/hooks';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page.tsx';
import { saveTable } from '../../components/download.tsx';
import { useTexts } from '../../language/language.ts';
import { useLeaveGuard } from '../../navigation/address.tsx';
import { ImportProgress, Preview } from './import-progress.tsx';
import { type ImportKind, useImport } from './use-import.ts';

const KINDS: readonly ImportKind[] = ['users', 'bookings'];

/** Files with only a header row, without the columns that few imports need: companyId and deleted. */
const TEMPLATES = {
  users: { name: 'users.csv', columns: ['id', 'name', 'uids', 'email', 'language'] },
  bookings: { name: 'bookings.csv', columns: ['bookingId', 'userId', 'kind', 'name', 'checkinOpensAt', 'noShowAt'] },
} as const;

export const ImportPage = () => {
  const t = useTexts('import');
  const { state, check, start, goOn, stop, reset } = useImport();
  // Incremented to clear the file fields.
  const [round, setRound] = useState(0);
  const isRunning = state !== undefined && state.end === undefined;
  const isChecked = state?.isDryRun === true && state.end === 'finished';
  useLeaveGuard(isRunning && !state.isDryRun, t.leave);
  const startOver = (): void => {
    reset();
    setRound(round + 1);
  };
  return (
    <>
      <PageHeader title={t.titles.import} intro={t.intro} />
      <div class="field-grid">
        {KINDS.map((kind) => (
          <FileField
            key={`${kind} ${round}`}
            kind={kind}
            isDisabled={isRunning}
            onChoose={(file) => check(kind, file)}
          />
        ))}
      </div>
      <p class="hint">{t.order}</p>
      {state !== undefined && (
        <section>
          <h2>{isChecked ? t.format(t.preview, { name: state.file.name }) : state.file.name}</h2>
          {state.encoding === 'windows-1252' && <Notice tone="info">{t.windows}</Notice>}
          {isChecked ? (
            <Preview state={state} onStart={() => start(state)} />
          ) : (
            <ImportProgress state={state} onStop={stop} onGoOn={() => goOn(state)} onReset={startOver} />
          )}
        </section>
      )}
    </>
  );
};

interface FileFieldProps {
  readonly kind: ImportKind;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

const FileField = ({ kind, isDisabled, onChoose }: FileFieldProps) => {
  const t = useTexts('import');
  const id = useId();
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
      <label for={id}>{t.file[kind]}</label>
      <span class="hint" id={`${id}-hint`}>
        {t.columns[kind]}
      </span>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.ndjson,.jsonl,text/csv"
        aria-describedby={`${id}-hint`}
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
      <span class="hint">{t.drop}</span>
      <a
        class="template"
        href={`#${TEMPLATES[kind].name}`}
        download
        onClick={(event) => {
          event.preventDefault();
          saveTable(TEMPLATES[kind].name, [TEMPLATES[kind].columns]);
        }}
      >
        {t.format(t.template, { kind: TEMPLATES[kind].name })}
      </a>
    </div>
  );
};
