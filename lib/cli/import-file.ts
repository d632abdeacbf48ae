import { UseCaseError } from '../../shared/domain/use-case-error.ts';
import { OperatorError } from './operator-error.ts';
import type { Session } from './session.ts';
import type { ImportKind } from '../../shared/use-cases/import/import-kind.ts';
import { importRecords, type ImportSummary } from '../../shared/use-cases/import/import-records.ts';
import { openImportFile } from './open-import-file.ts';
import { makeProgress } from './progress.ts';

const describe = ({ read, written, unchanged, failed }: ImportSummary): string =>
  `${read} read: ${written} written, ${unchanged} unchanged, ${failed} failed`;

/** Imports a file and tells what came of it. @throws OperatorError where a line was bad or the file could not be read. */
export const importFile = async <Item>(session: Session, kind: ImportKind<Item>, file: string): Promise<void> => {
  const { warn, now, print, isJson, statusLine, resolvePath } = session;
  const progress = makeProgress(statusLine, now);
  const { summary, ...ended } = await importRecords(
    await openImportFile(resolvePath(file), kind.columns),
    kind,
    progress.show,
  );
  progress.clear();
  if ('stoppedBy' in ended) {
    if (!(ended.stoppedBy instanceof UseCaseError))
      warn(`The import stopped. ${describe(summary)}. Import the file again when it can go on: that is safe.`);
    throw ended.stoppedBy;
  }
  print(summary, (counts) => `${describe(counts)}.`);
  if (!isJson) for (const { line, reason } of summary.errors) warn(`Line ${line}: ${reason}.`);
  if (summary.failed > 0)
    throw new OperatorError(`${summary.failed} of ${summary.read} records were not imported.`, 'lines_refused');
};
