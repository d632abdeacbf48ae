import type { RecordKind } from '../../../../../shared/rules/records.ts';
import { saveFile, saveTable } from '../../components/download.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useAttempt } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import type { FileWords } from './file-texts.ts';

/** The columns of a template: all but those that few imports need. */
const templateColumns = {
  users: ['id', 'name', 'uids', 'email', 'language'],
  bookings: ['bookingId', 'userId', 'kind', 'name', 'checkinOpensAt', 'noShowAt'],
} as const satisfies Record<RecordKind, readonly string[]>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const saveWorkbook = async (
  name: string,
  sheet: string,
  rows: readonly (readonly string[])[],
): Promise<void> => {
  const { writeWorkbook } = await import('./write-workbook.ts');
  saveFile(name, XLSX, writeWorkbook(sheet, rows));
};

/** Links that save a file with headings in the reader's language and an example row, to be filled in. */
export const Templates = ({ kind, words }: { readonly kind: RecordKind; readonly words: FileWords }) => {
  const t = useTexts('import');
  const { error, attempt } = useAttempt();
  const save = (event: Event, ending: 'xlsx' | 'csv'): void => {
    event.preventDefault();
    const { sheets, [kind]: example } = words.template;
    const rows = [templateColumns[kind].map((field) => words.fieldName(kind, field)), example];
    if (ending === 'csv') saveTable(`${kind}.csv`, rows);
    else void attempt(() => saveWorkbook(`${kind}.xlsx`, sheets[kind], rows));
  };
  return (
    <>
      <div class="actions">
        {(['xlsx', 'csv'] as const).map((ending) => (
          <a
            key={ending}
            class="template"
            href={`#${kind}.${ending}`}
            download
            onClick={(event) => save(event, ending)}
          >
            {t.format(t.template, { kind: `${kind}.${ending}` })}
          </a>
        ))}
      </div>
      <ErrorNotice error={error} />
    </>
  );
};
