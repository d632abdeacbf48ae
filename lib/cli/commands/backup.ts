import { open } from 'node:fs/promises';
import { restorableTables } from '../../../shared/domain/table-copy.ts';
import { exportTable } from '../../../shared/use-cases/backup/export-table.ts';
import { isCopyFile } from '../copy-file.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { optional, required, type ParsedOptions } from '../cli-option.ts';
import type { Session } from '../session.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const EXPORT_HELP = `
Writes one JSON object per line, for "restore --from <file>". A file of users or bookings can be imported too; an import reads neither
devices nor check-ins. The file contains personal data or digests of secrets, so it is created with permissions for you alone.
The table can change during the export; for its state at one point in time, use point-in-time recovery.`;

const options = [
  required('--table <name>', 'the table to write', restorableTables),
  optional('--from <name>', 'a copy of the table (default: the table that is in use)'),
] as const;

/** Creates a file that only its owner can read. Never overwrites a file. */
const createFile = async (path: string) => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new OperatorError(
      exists ? `${path} exists already.` : `Cannot write ${path}: ${(error as Error).message}.`,
      'unwritable_file',
    );
  }
};

const exportToFile = async (
  session: Session,
  { table, from }: ParsedOptions<typeof options>,
  name: string,
): Promise<void> => {
  if (!isCopyFile(name)) throw new UsageError(`${name} must end in .ndjson, .jsonl or .json.`);
  const { restore, toLine, openTable, nameOf } = session.openBackup();
  const path = session.resolvePath(name);
  const file = await createFile(path);
  const append = async (lines: readonly string[]): Promise<void> => {
    if (lines.length > 0) await file.appendFile(`${lines.join('\n')}\n`);
  };
  try {
    const context = { ...(await session.openAudit()), readItem: restore.readItem, toLine };
    const copy = openTable(from ?? nameOf(table));
    const written = await session.showProgress((show) =>
      exportTable(context, table, copy, append, (soFar) =>
        show({ read: soFar.written, more: 'all written', share: soFar.share }),
      ),
    );
    session.print({ table, file: path, written }, () => `${written} lines written to ${path}.`);
  } finally {
    await file.close();
  }
};

const exportVerb = verb({
  name: 'export <file>',
  description: 'write a table to a file',
  options,
  example: '--stack checkin-prod --table users users.ndjson',
  help: EXPORT_HELP,
  run: exportToFile,
});

export const defineNoun = nounWithVerbs('export --local --table users users.ndjson', [exportVerb]);
