import type { RestoreSummary } from '../../../shared/use-cases/restore/restore-summary.ts';
import type { RefusalReason } from '../../../shared/use-cases/restore/restore-rules.ts';

/** Why something is not restored, and the option that restores it, if any. */
const refusals: Readonly<Record<RefusalReason, { readonly text: string; readonly option?: string }>> = {
  deleted_client: { text: 'was deleted', option: '--revive-clients' },
  disabled_client: { text: 'stays disabled', option: '--revive-clients' },
  ended_secret: { text: 'stays ended', option: '--revive-secrets' },
  revoked_family: { text: 'stays revoked', option: '--revive-families' },
  removed_user: { text: 'was removed', option: '--revive-users' },
  identifier_taken: { text: 'has a uid or e-mail address that is another user’s now' },
  two_live_secrets: { text: 'stays ended: two other secrets of the client are live' },
  changed_meanwhile: { text: 'was changed by somebody else at the same moment: repeat the command' },
};

const MAX_PRINTED = 100;

const formatRefusal = ({ reason, name, items }: RestoreSummary['refusals'][number]): string => {
  const { text, option } = refusals[reason];
  return `${name} ${text}${items > 1 ? ` (${items} items)` : ''}.${option ? ` To restore it: ${option} ${name}` : ''}`;
};

const formatError = ({ line, reason }: RestoreSummary['errors'][number]): string =>
  `${line === undefined ? 'An item' : `Line ${line}`} ${reason}.`;

/** The result of a restore, with one line for each thing that is not restored. */
export const formatRestore = ({ errors, refusals: kept, ...counts }: RestoreSummary, dryRun: boolean): string[] => {
  const all = [...errors.map(formatError), ...kept.map(formatRefusal)];
  const { read, written, unchanged, expired, refused, failed } = counts;
  return [
    `${read} read: ${written} ${dryRun ? 'to be written' : 'written'}, ${unchanged} unchanged, ${expired} expired, ${refused} refused, ${failed} failed.`,
    ...all.slice(0, MAX_PRINTED),
    ...(all.length > MAX_PRINTED ? [`And ${all.length - MAX_PRINTED} more; --json lists them all.`] : []),
  ];
};
