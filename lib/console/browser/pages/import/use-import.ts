import { useEffect, useRef, useState } from 'preact/hooks';
import { fields } from '../../../../../shared/rules/fields.ts';
import { viewerZone } from '../../components/moment.tsx';
import { useMember } from '../../session/member.ts';
import { ChunkReader, type Encoding, WrongEncodingError } from './chunk-reader.ts';
import { ImportRun, type Progress } from './import-run.ts';

export type ImportKind = 'users' | 'bookings';

export interface ImportState {
  readonly phase: 'checking' | 'checked' | 'importing' | 'done';
  readonly kind: ImportKind;
  readonly file: File;
  readonly encoding: Encoding;
  readonly progress: Progress;
  readonly run: ImportRun;
  /** The error that stopped the run. If it is temporary, the run can continue where it stopped. */
  readonly error?: Error;
  readonly isStoppedByPerson?: boolean;
}

/** The import of a file: a dry run of the whole file, then the import of the whole file. */
export const useImport = () => {
  const { api } = useMember();
  const [state, setState] = useState<ImportState>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const prepareRun = (
    phase: 'checking' | 'importing',
    kind: ImportKind,
    file: File,
    encoding: Encoding,
  ): ImportState => {
    const importId = crypto.randomUUID();
    const isCsv = !/\.(ndjson|jsonl)$/i.test(file.name);
    const run = new ImportRun({
      reader: new ChunkReader(file, { hasHeader: isCsv, encoding }),
      fileBytes: file.size,
      now: () => performance.now(),
      onProgress: (progress) => setState((before) => (before?.run === run ? { ...before, progress } : before)),
      send: ({ text, firstLine }) =>
        api.importChunk(
          {
            kind,
            text,
            firstLine,
            contentType: isCsv ? 'text/csv' : 'application/x-ndjson',
            isDryRun: phase === 'checking',
            timeZone: viewerZone(),
            importId,
            fileName: file.name.replaceAll(/\p{Cc}/gu, '').slice(0, fields.fileName.maxLength),
          },
          controller.current?.signal ?? new AbortController().signal,
        ),
    });
    return { phase, kind, file, encoding, run, progress: run.progress };
  };

  const perform = async (started: ImportState): Promise<void> => {
    controller.current?.abort();
    const newController = new AbortController();
    controller.current = newController;
    const { error: _error, isStoppedByPerson: _isStoppedByPerson, ...running } = started;
    setState(running);
    try {
      const progress = await started.run.run();
      setState({ ...running, phase: started.phase === 'checking' ? 'checked' : 'done', progress });
    } catch (error) {
      // The person stopped the run or chose another file.
      if (newController.signal.aborted) {
        setState((before) => (before?.run === started.run ? { ...before, isStoppedByPerson: true } : before));
        return;
      }
      if (error instanceof WrongEncodingError && started.encoding === 'utf-8')
        return perform(
          prepareRun(
            started.phase === 'checking' ? 'checking' : 'importing',
            started.kind,
            started.file,
            'windows-1252',
          ),
        );
      setState({ ...running, progress: started.run.progress, error: error as Error });
    }
  };

  return {
    state,
    check: (kind: ImportKind, file: File) => void perform(prepareRun('checking', kind, file, 'utf-8')),
    start: ({ kind, file, encoding }: ImportState) => void perform(prepareRun('importing', kind, file, encoding)),
    goOn: (stopped: ImportState) => void perform(stopped),
    stop: () => controller.current?.abort(),
    reset: () => {
      controller.current?.abort();
      setState(undefined);
    },
  };
};
