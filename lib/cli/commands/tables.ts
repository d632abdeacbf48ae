import { serviceTables } from '../../../shared/domain/recovery.ts';
import { recoverTable, type RecoverySummary } from '../../../shared/use-cases/recovery/recover-table.ts';
import { flag, required } from '../cli-option.ts';
import { OperatorError, UsageError } from '../operator-error.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const HELP = `
Copies what is missing from another table, such as one that point-in-time recovery or AWS Backup restored under another
name. Nothing is overwritten, so the command can be run again. Copied check-ins cause no push and no event. Recover the tables
audit and users first.

Not copied: anything of a removed person, tokens, public keys (the service publishes its keys again), and what has expired.
Badges, e-mail addresses and search items are made from their users. An API client that was changed since the copy was made
comes back disabled. Members are copied only as a whole, into an empty table.`;

const formatSummary = (
  { takenUsers, disabledClients, malformedItems, ...counts }: RecoverySummary,
  dryRun: boolean,
): string => {
  const { read, copied, unchanged, removed, expired, derived } = counts;
  return [
    `${read} read: ${copied} ${dryRun ? 'to be copied' : 'copied'}, ${unchanged} in the table already, ${removed} of removed people, ${expired} expired, ${derived} of other kinds.`,
    ...disabledClients.map(
      (id) => `API client ${id} was changed since the copy and ${dryRun ? 'comes' : 'came'} back disabled.`,
    ),
    ...takenUsers.map(
      ({ companyId, userId }) =>
        `User ${userId} of ${companyId} was not copied: a badge or the e-mail address now belongs to another user.`,
    ),
    ...malformedItems.map((key) => `The item ${JSON.stringify(key)} was not copied: the service could not read it.`),
  ].join('\n');
};

const recover = verb({
  name: 'recover',
  description: 'copy what is missing from another table',
  options: [
    required('--table <name>', 'the table to recover', serviceTables),
    required('--from <name>', 'the name of the table to copy from'),
    flag('--dry-run', 'show what would be copied, and write nothing'),
  ],
  example: '--stack checkin-prod --table bookings --from Bookings-restored --dry-run',
  help: HELP,
  run: async (session, { table, from, dryRun = false }) => {
    if (from === session.recovery.nameOf(table)) throw new UsageError(`--from: ${from} is the table that is in use.`);
    const context = await session.openAudit();
    const { summary, ...ended } = await session.showProgress((show) =>
      recoverTable(context, { table, from, dryRun }, ({ summary: { read, copied }, share }) =>
        show({ read, more: `${copied} copied`, share }),
      ),
    );
    session.print({ table, from, ...summary, ...(dryRun && { dryRun }) }, (value) => formatSummary(value, dryRun));
    if ('error' in ended) throw ended.error;
    const left = summary.taken + summary.malformed;
    if (left > 0)
      throw new OperatorError(
        left === 1 ? 'One item was not copied.' : `${left} items were not copied.`,
        'not_all_copied',
      );
  },
});

export const defineNoun = nounWithVerbs('recover --local --table users --from Users-restored', [recover]);
