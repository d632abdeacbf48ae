import type { RestoreSummary } from '../../../shared/use-cases/restore/restore-table.ts';
import type { RefusalReason } from '../../../shared/use-cases/restore/restore-rules.ts';

const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  deleted_client: 'was deleted',
  disabled_client: 'stays disabled',
  ended_secret: 'stays ended',
  revoked_family: 'stays revoked',
  removed_user: 'was removed; --revive-users restores it',
  identifier_taken: 'has a uid or e-mail address that now belongs to another user',
  changed_meanwhile: 'was changed by somebody else at the same moment: run the command again',
};

/** The maximum number of printed errors and refusals. */
const MAX_PRINTED = 100;

const formatRefusal = ({ reason, name, items }: RestoreSummary['refusals'][number]): string =>
  `${name} ${refusalTexts[reason]}${items > 1 ? ` (${items} items)` : ''}.`;

const formatError = ({ line, reason }: RestoreSummary['errors'][number]): string =>
  `${line === undefined ? 'An item' : `Line ${line}`} ${reason}.`;

/** Returns one line with the counts of a restore, then a line for each error and each refusal, up to `MAX_PRINTED`. */
export const formatRestore = ({ errors, refusals, ...counts }: RestoreSummary, dryRun: boolean): string[] => {
  const all = [...errors.map(formatError), ...refusals.map(formatRefusal)];
  const { read, written, unchanged, expired, refused, failed } = counts;
  return [
    `${read} read: ${written} ${dryRun ? 'to be written' : 'written'}, ${unchanged} unchanged, ${expired} expired, ${refused} refused, ${failed} failed.`,
    ...all.slice(0, MAX_PRINTED),
    ...(all.length > MAX_PRINTED ? [`And ${all.length - MAX_PRINTED} more; --json lists them all.`] : []),
  ];
};
