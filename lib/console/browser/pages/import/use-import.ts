import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fields } from '../../../../../shared/rules/fields.ts';
import { viewerZone } from '../../components/zone.ts';
import { useMember } from '../../api/connection.ts';
import { ChunkReader, type Encoding, WrongEncodingError } from './chunk-reader.ts';
import { ImportRun } from './import-run.ts';

export type ImportKind = 'users' | 'bookings';

export interface ImportState {
  /** Whether the file is only checked. */
  readonly isDryRun: boolean;
  readonly kind: ImportKind;
  readonly file: File;
  readonly encoding: Encoding;
  readonly run: ImportRun;
  /** Why the run ended; undefined while it is running. If a person or a temporary error stopped it, it can continue. */
  readonly end?: 'finished' | 'stopped' | Error | undefined;
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
  const stop = (): void => controller.current?.abort();
  useLayoutEffect(() => stop, []);

  const begin = (first: Pick<ImportState, 'isDryRun' | 'kind' | 'file' | 'encoding'>): Promise<void> => {
    const { isDryRun, kind, file, encoding } = first;
    const importId = crypto.randomUUID();
    const isCsv = !/\.(ndjson|jsonl)$/i.test(file.name);
    const run = new ImportRun(new ChunkReader(file, { isCsv, encoding }), ({ text, firstLine }) =>
      call(kind === 'users' ? 'importUsers' : 'importBookings', {
        query: {
          firstLine,
          timeZone: viewerZone(),
          importId,
          fileName: file.name.replaceAll(/\p{Cc}/gu, '').slice(0, fields.fileName.maxLength),
          dryRun: isDryRun || undefined,
        },
        body: text,
        contentType: isCsv ? 'text/csv' : 'application/x-ndjson',
        signal: controller.current?.signal,
        // Importing a line twice has no further effect, so a chunk whose response was lost is sent again.
        maxAttempts: Infinity,
      }),
    );
    return perform({ isDryRun, kind, file, encoding, run });
  };

  const perform = async (started: ImportState): Promise<void> => {
    stop();
    const newController = new AbortController();
    controller.current = newController;
    /** Shows the progress and the end, unless the person has chosen another file. */
    const show = (end?: ImportState['end']): void =>
      setState((before) => (before?.run === started.run ? { ...started, end } : before));
    setState(started);
    try {
      if (/\.xls[bmx]?$/i.test(started.file.name)) throw new WorkbookError(started.file.name);
      await started.run.run(show);
      show('finished');
    } catch (error) {
      if (newController.signal.aborted) show('stopped');
      else if (error instanceof WrongEncodingError && started.encoding === 'utf-8')
        await begin({ ...started, encoding: 'windows-1252' });
      else show(error as Error);
    }
  };

  return {
    state,
    check: (kind: ImportKind, file: File) => void begin({ isDryRun: true, kind, file, encoding: 'utf-8' }),
    start: (checked: ImportState) => void begin({ ...checked, isDryRun: false }),
    goOn: (stopped: ImportState) => void perform({ ...stopped, end: undefined }),
    stop,
    reset: () => {
      stop();
      setState(undefined);
    },
  };
};
