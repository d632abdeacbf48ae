import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type ColumnAnswers,
  type ColumnProposal,
  type Inspection,
  isComplete,
  proposeColumns,
} from '../../../../../shared/files/columns.ts';
import { inspectRows } from '../../../../../shared/files/read-records.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';
import { viewerZone } from '../../components/zone.ts';
import { useMember } from '../../api/connection.ts';
import { Chunks } from './chunks.ts';
import { ImportRun } from './import-run.ts';
import { recallColumns, rememberColumns } from './remembered-columns.ts';
import { openSource } from './open-source.ts';
import type { SourceFile } from './source-file.ts';

/** The columns of a table: what is in the file, and what each column is. */
export interface Table {
  readonly inspection: Inspection;
  readonly proposal: ColumnProposal;
}

interface Chosen {
  readonly kind: RecordKind;
  readonly file: File;
}

/** Why a run ended. If a person or a temporary error stopped it, it can continue. */
export type End = 'finished' | 'stopped' | Error;

/** The steps of an import. */
export type ImportState =
  /** The file is being opened, or cannot be read. */
  | (Chosen & { readonly step: 'open'; readonly error?: Error })
  /** A person says what the columns are. */
  | (Chosen & { readonly step: 'columns'; readonly source: SourceFile; readonly table: Table })
  | RunState;

export interface RunState extends Chosen {
  readonly step: 'run';
  /** Whether the file is only checked. */
  readonly isDryRun: boolean;
  readonly source: SourceFile;
  /** Absent for NDJSON. */
  readonly table?: Table | undefined;
  readonly run: ImportRun;
  /** Undefined while it is running. */
  readonly end?: End | undefined;
}

const answersOf = ({ columns, dateOrder }: ColumnProposal): ColumnAnswers => ({
  map: new Map(columns.map(({ heading, field }) => [heading, field])),
  dateOrder,
  isCompanyGiven: true,
});

const openTable = async (kind: RecordKind, source: SourceFile): Promise<Table> => {
  const inspection = await inspectRows(source.readRows());
  const { map, dateOrder } = recallColumns(kind, inspection) ?? {};
  const proposal = proposeColumns(kind, inspection, { map, isCompanyGiven: true });
  // What this file's dates say counts more than the answer for an earlier file.
  if (proposal.dateOrderQuestion !== 'unknown') return { inspection, proposal };
  return { inspection, proposal: proposeColumns(kind, inspection, { map, dateOrder, isCompanyGiven: true }) };
};

/** The import of a file: its columns, a dry run of the whole file, then the import of the whole file. */
export const useImport = () => {
  const { call } = useMember();
  const [state, setState] = useState<ImportState>();
  const controller = useRef<AbortController>(undefined);
  /** The file that was chosen last. */
  const chosenFile = useRef<File>(undefined);
  const stop = (): void => controller.current?.abort();
  useLayoutEffect(() => stop, []);

  const open = async (kind: RecordKind, file: File, sheet?: string): Promise<void> => {
    stop();
    chosenFile.current = file;
    const chosen = { kind, file };
    const show = (next: ImportState): void => {
      if (chosenFile.current === file) setState(next);
    };
    show({ ...chosen, step: 'open' });
    try {
      const source = await openSource(file, { kind, sheet });
      const table = source.format === 'ndjson' ? undefined : await openTable(kind, source);
      if (chosenFile.current !== file) return;
      if (table && !isComplete(table.proposal)) show({ ...chosen, step: 'columns', source, table });
      else begin({ ...chosen, source, table, isDryRun: true });
    } catch (error) {
      show({ ...chosen, step: 'open', error: error as Error });
    }
  };

  const begin = (first: Omit<RunState, 'step' | 'run' | 'end'>): void => {
    const { kind, file, source, table, isDryRun } = first;
    const importId = crypto.randomUUID();
    const rows = table && { plan: table.proposal, rowCount: table.inspection.rowCount };
    const run = new ImportRun(new Chunks(source, rows), ({ text, firstLine, badLines }) =>
      call(kind === 'users' ? 'importUsers' : 'importBookings', {
        query: {
          firstLine,
          timeZone: viewerZone(),
          dateOrder: table?.proposal.dateOrder,
          unreadable: badLines.length,
          importId,
          fileName: file.name.replaceAll(/\p{Cc}/gu, '').slice(0, fields.fileName.maxLength),
          dryRun: isDryRun || undefined,
        },
        body: text,
        contentType: table ? 'text/csv' : 'application/x-ndjson',
        signal: controller.current?.signal,
        // Importing a line twice has no further effect, so a chunk whose response was lost is sent again.
        maxAttempts: Infinity,
      }),
    );
    void perform({ ...first, step: 'run', run });
  };

  const perform = async (started: RunState): Promise<void> => {
    stop();
    const newController = new AbortController();
    controller.current = newController;
    /** Shows the progress and the end, unless the person has chosen another file. */
    const show = (end?: End): void =>
      setState((before) => (before?.step === 'run' && before.run === started.run ? { ...started, end } : before));
    setState(started);
    try {
      await started.run.run(show);
      show('finished');
    } catch (error) {
      show(newController.signal.aborted ? 'stopped' : (error as Error));
    }
  };

  return {
    state,
    choose: (kind: RecordKind, file: File, sheet?: string) => void open(kind, file, sheet),
    /** Shows the columns again. */
    changeColumns: ({ kind, file, source, table }: RunState) => {
      stop();
      if (table) setState({ kind, file, step: 'columns', source, table });
    },
    /** Checks the file with the columns that a person has chosen. */
    check: ({ kind, file, source }: Chosen & { readonly source: SourceFile }, table: Table) => {
      rememberColumns(kind, table.inspection, answersOf(table.proposal));
      begin({ kind, file, source, table, isDryRun: true });
    },
    start: ({ kind, file, source, table }: RunState) => begin({ kind, file, source, table, isDryRun: false }),
    goOn: (stopped: RunState) => void perform({ ...stopped, end: undefined }),
    stop,
    reset: () => {
      stop();
      chosenFile.current = undefined;
      setState(undefined);
    },
  };
};
