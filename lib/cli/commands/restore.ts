import { restoreTable, type RestoreSummary } from '../../../shared/use-cases/restore/restore-table.ts';
import type { RefusalReason } from '../../../shared/use-cases/restore/restore-rules.ts';
import { restorableTables, type RestorableTable, type TableCopy } from '../../../shared/domain/table-copy.ts';
import type { BackupAccess } from '../connection/open-stores.ts';
import { isCopyFile, makeCopyFile } from '../copy-file.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { flag, optional, readNames, required, type ParsedOptions } from '../cli-option.ts';
import type { Session } from '../session.ts';
import { nounWithoutVerbs } from '../verb.ts';

const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  deleted_client: 'was deleted',
  disabled_client: 'stays disabled',
  ended_secret: 'stays ended',
  revoked_family: 'stays revoked',
  removed_user: 'was removed; --revive-users restores it',
  identifier_taken: 'has a uid or e-mail address that now belongs to another user',
  changed_meanwhile: 'was changed by somebody else at the same moment: run the command again',
};

const MAX_PRINTED = 100;

const formatRefusal = ({ reason, name, items }: RestoreSummary['refusals'][number]): string =>
  `${name} ${refusalTexts[reason]}${items > 1 ? ` (${items} items)` : ''}.`;

const formatError = ({ line, reason }: RestoreSummary['errors'][number]): string =>
  `${line === undefined ? 'An item' : `Line ${line}`} ${reason}.`;

const formatRestore = ({ errors, refusals, ...counts }: RestoreSummary, dryRun: boolean): string[] => {
  const all = [...errors.map(formatError), ...refusals.map(formatRefusal)];
  const { read, written, unchanged, expired, refused, failed } = counts;
  return [
    `${read} read: ${written} ${dryRun ? 'to be written' : 'written'}, ${unchanged} unchanged, ${expired} expired, ${refused} refused, ${failed} failed.`,
    ...all.slice(0, MAX_PRINTED),
    ...(all.length > MAX_PRINTED ? [`And ${all.length - MAX_PRINTED} more; --json lists them all.`] : []),
  ];
};

const HELP = `
--from is a table, for example one restored by point-in-time recovery, or a file of "backup export" (.ndjson). Only
missing items are written; --overwrite also replaces items that have changed since the copy. Restored check-ins send no push.
Restore users before bookings and the log. docs/runbooks.md says how to restore members.

Whatever was disabled, deleted, ended, revoked or removed after the copy was made stays so, except users named by
--revive-users. A restore can be run again.`;

const restoreOptions = [
  required('--table <name>', 'the table to restore', restorableTables),
  required('--from <name>', 'the table or file to restore from'),
  flag('--overwrite', 'also revert items that have changed'),
  flag('--dry-run', 'show what would be restored, and write nothing'),
  optional('--revive-users <users...>', 'removed users to restore, as acme/42, separated by commas', readNames),
] as const;
type RestoreOptions = ParsedOptions<typeof restoreOptions>;

const immutableTables: ReadonlySet<RestorableTable> = new Set(['attempts', 'log', 'audit', 'details']);

const openCopy = (
  backup: BackupAccess,
  { table, from, overwrite }: RestoreOptions,
  { resolvePath }: Session,
): TableCopy => {
  if (overwrite && immutableTables.has(table))
    throw new UsageError(`--overwrite: items of ${table} never change. Leave it out.`);
  if (from === backup.nameOf(table)) throw new UsageError(`--from: ${from} is the table that is in use.`);
  if (isCopyFile(from)) return makeCopyFile(resolvePath(from), backup.readLine);
  return backup.openTable(from);
};

const restore = async (session: Session, options: RestoreOptions): Promise<void> => {
  const { table, from, overwrite = false, dryRun = false, reviveUsers } = options;
  const backup = session.openBackup();
  const copy = openCopy(backup, options, session);
  const rules = { overwrite, dryRun, reviveUsers: new Set(reviveUsers) };
  if (overwrite && !dryRun)
    await session.confirm(`This replaces what has changed in ${backup.nameOf(table)} since ${from} was made.`);
  const context = { stores: backup.restore, ...(await session.openAudit()) };
  const work = session.showProgress((show) =>
    restoreTable(context, { table, copy, from, rules }, ({ summary: { read, written }, share }) =>
      show({ read, more: `${written} written`, share }),
    ),
  );
  const summary = await work.catch((error: unknown) => {
    if (!(error instanceof OperatorError))
      session.warn('The restore stopped. Run the command again: it writes only what is missing.');
    throw error;
  });
  const prefix = dryRun ? 'Dry run, nothing was written. ' : '';
  session.print(
    { table, from, ...summary, ...(dryRun && { dryRun: true }) },
    (value) => prefix + formatRestore(value, dryRun).join('\n'),
  );
  // `refused` counts only whole items. `refusals` also lists refused parts (such as a secret) of items that were written.
  if (summary.refused + summary.failed + summary.refusals.length > 0)
    throw new OperatorError(
      `Not everything was restored: ${summary.refusals.length} refused, ${summary.failed} failed.`,
      'not_all_restored',
    );
};

export const defineNoun = nounWithoutVerbs({
  options: restoreOptions,
  example: '--stack checkin-prod --table bookings --from Bookings-restored --dry-run',
  help: HELP,
  run: restore,
});
