import { useEffect, useRef, useState } from 'preact/hooks';
import { fields } from '../../../../../shared/rules/fields.ts';
import { viewerZone } from '../../components/moment.tsx';
import { useMember } from '../../session/member.ts';
import { ChunkReader, type Encoding, WrongEncodingError } from './chunk-reader.ts';
import { ImportRun } from './import-run.ts';

export type ImportKind = 'users' | 'bookings';

export interface ImportState {
  readonly phase: 'checking' | 'checked' | 'importing' | 'done';
  readonly kind: ImportKind;
  readonly file: File;
  readonly encoding: Encoding;
  readonly run: ImportRun;
  /** The error that stopped the run. If it is temporary, the run can continue where it stopped. */
  readonly error?: Error;
  readonly isStoppedByPerson?: boolean;
}

/** The person chose an Excel workbook, which is not text. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
}

/** The import of a file: a dry run of the whole file, then the import of the whole file. */
export const useImport = () => {
  const { call } = useMember();
  const [state, setState] = useState<ImportState>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const begin = (first: Omit<ImportState, 'run'>): Promise<void> => {
    const { phase, kind, file, encoding } = first;
    const importId = crypto.randomUUID();
    const isCsv = !/\.(ndjson|jsonl)$/i.test(file.name);
    const run = new ImportRun(new ChunkReader(file, { isCsv, encoding }), ({ text, firstLine }) =>
      call(kind === 'users' ? 'importUsers' : 'importBookings', {
        query: {
          firstLine,
          timeZone: viewerZone(),
          importId,
          fileName: file.name.replaceAll(/\p{Cc}/gu, '').slice(0, fields.fileName.maxLength),
          dryRun: phase === 'checking' || undefined,
        },
        body: text,
        contentType: isCsv ? 'text/csv' : 'application/x-ndjson',
        signal: controller.current?.signal,
        // Importing a line twice has no further effect, so a chunk whose response was lost is sent again.
        maxAttempts: Infinity,
      }),
    );
    return perform({ ...first, run });
  };

  /** @param started without an error of an earlier attempt */
  const perform = async (started: ImportState): Promise<void> => {
    controller.current?.abort();
    const newController = new AbortController();
    controller.current = newController;
    /** Shows a change, unless the person has chosen another file. */
    const show = (change: Partial<ImportState>): void =>
      setState((before) => (before?.run === started.run ? { ...started, ...change } : before));
    setState(started);
    try {
      if (/\.xls[bmx]?$/i.test(started.file.name)) throw new WorkbookError(started.file.name);
      await started.run.run(() => show({}));
      show({ phase: started.phase === 'checking' ? 'checked' : 'done' });
    } catch (error) {
      if (newController.signal.aborted) show({ isStoppedByPerson: true });
      else if (error instanceof WrongEncodingError && started.encoding === 'utf-8')
        await begin({ ...started, encoding: 'windows-1252' });
      else show({ error: error as Error });
    }
  };

  return {
    state,
    check: (kind: ImportKind, file: File) => void begin({ phase: 'checking', kind, file, encoding: 'utf-8' }),
    start: (checked: ImportState) => void begin({ ...checked, phase: 'importing' }),
    goOn: ({ error: _error, isStoppedByPerson: _stopped, ...stopped }: ImportState) => void perform(stopped),
    stop: () => controller.current?.abort(),
    reset: () => {
      controller.current?.abort();
      setState(undefined);
    },
  };
};
