import type { Command } from 'commander';
import { restorableTables, type RestorableTable, type TableCopy } from '../../../shared/domain/table-copy.ts';
import { restoreTable } from '../../../shared/use-cases/restore/restore-table.ts';
import type { BackupAccess } from '../stores.ts';
import { isCopyFile, makeCopyFile } from '../copy-file.ts';
import { exampleOf } from '../example.ts';
import { formatRestore } from '../formatting/restore.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { readNames, readPosition } from '../option-values.ts';
import type { Session, WithSession } from '../session.ts';
import { CliOption } from '../cli-option.ts';

const HELP = `
--from is a table, for example one restored by point-in-time recovery, or a file of "backup export" (.ndjson). Only
missing items are written; --overwrite also replaces items that have changed since. Restored check-ins send no push.
Restore users before bookings and the log. Members of the console cannot be restored: add them again.

What was disabled, deleted, ended, revoked or removed since the copy was made stays so, unless you name it:
  --revive-clients    ids of disabled and deleted clients
  --revive-secrets    ids of ended secrets (clients show)
  --revive-families   ids of revoked token families
  --revive-users      removed users, as acme/42
Revoked tokens stay revoked.

A restore can be repeated. After an interruption, --resume continues where the last message says.`;

interface RestoreOptions {
  readonly table: RestorableTable;
  readonly from: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly resume: number;
  readonly reviveClients?: readonly string[];
  readonly reviveSecrets?: readonly string[];
  readonly reviveFamilies?: readonly string[];
  readonly reviveUsers?: readonly string[];
}

const toRules = (options: RestoreOptions) => ({
  overwrite: options.overwrite === true,
  dryRun: options.dryRun === true,
  revive: {
    clients: new Set(options.reviveClients),
    secrets: new Set(options.reviveSecrets),
    families: new Set(options.reviveFamilies),
    users: new Set(options.reviveUsers),
  },
});

/** The items of these tables never change. */
const unchanging: ReadonlySet<RestorableTable> = new Set(['attempts', 'log', 'audit', 'details']);

const openCopy = (
  backup: BackupAccess,
  { table, from, resume, overwrite }: RestoreOptions,
  { resolvePath }: Session,
): TableCopy => {
  if (overwrite && unchanging.has(table))
    throw new UsageError(`--overwrite: items of ${table} never change. Leave it out.`);
  if (from === backup.nameOf(table)) throw new UsageError(`--from: ${from} is the table that is in use.`);
  if (isCopyFile(from)) return makeCopyFile(resolvePath(from), backup.readLine);
  if (resume > backup.parts) throw new UsageError(`--resume: a table has ${backup.parts} parts.`);
  return backup.openTable(from);
};

const restore = async (session: Session, options: RestoreOptions): Promise<void> => {
  const { table, from, resume } = options;
  const backup = await session.openBackup();
  const copy = openCopy(backup, options, session);
  const rules = toRules(options);
  if (rules.overwrite && !rules.dryRun)
    await session.confirm(`This replaces what has changed in ${backup.nameOf(table)} since ${from} was made.`);
  const progress = session.startProgress();
  const context = { stores: backup.restore, ...(await session.openAudit()) };
  let position = resume;
  try {
    const summary = await restoreTable(context, { table, copy, from, resume, rules }, (soFar) => {
      ({ position } = soFar);
      const { read, written } = soFar.summary;
      progress.show({ read, more: `${written} written, continue with --resume ${position}`, share: soFar.share });
    });
    progress.clear();
    const prefix = rules.dryRun ? 'Dry run, nothing was written. ' : '';
    session.print({ table, from, ...summary, ...(rules.dryRun && { dryRun: true }) }, (value) =>
      [prefix, formatRestore(value, rules.dryRun).join('\n')].join(''),
    );
    if (summary.refused + summary.failed + summary.refusals.length > 0)
      throw new OperatorError(
        `Not everything was restored: ${summary.refusals.length} refused, ${summary.failed} failed.`,
        'not_all_restored',
      );
  } catch (error) {
    progress.clear();
    if (!(error instanceof OperatorError)) session.warn(`The restore stopped. Continue with --resume ${position}.`);
    throw error;
  }
};

/** The noun `restore`: copies items of a backup back into a table. */
export const addRestore = (command: Command, withSession: WithSession): void => {
  command
    .addOption(new CliOption('--table <name>', 'what to restore').choices(restorableTables).needed())
    .addOption(new CliOption('--from <name>', 'the table or file to restore from').needed())
    .option('--overwrite', 'also set back what has changed')
    .option('--dry-run', 'show what would be restored, and write nothing')
    .option('--resume <position>', 'continue an interrupted restore', readPosition, 0)
    .option('--revive-clients <ids>', 'separated by commas', readNames)
    .option('--revive-secrets <ids>', 'separated by commas', readNames)
    .option('--revive-families <ids>', 'separated by commas', readNames)
    .option('--revive-users <users>', 'as acme/42, separated by commas', readNames)
    .addHelpText(
      'after',
      exampleOf('restore')('--stack checkin-prod --table bookings --from Bookings-restored --dry-run', HELP),
    )
    .action(withSession((session, options: RestoreOptions) => restore(session, options)));
};
