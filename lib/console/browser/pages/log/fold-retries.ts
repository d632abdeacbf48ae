import type { CheckinLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';

/** A row of the page. If a request was sent again, the row is the last attempt, with the earlier ones, newest first. */
export type LogRow = LogEntry & { readonly attempts?: readonly CheckinLogEntry[] };

/**
 * Two attempts with the same Idempotency-Key are one swipe, unless they are about different people. An attempt that failed
 * before the person was known might be about anybody.
 */
const isSameSwipe = (one: CheckinLogEntry, other: CheckinLogEntry): boolean =>
  one.userId === undefined || other.userId === undefined || one.userId === other.userId;

/** Shows the attempts of a swipe as one row, so that each swipe is counted once. @param entries newest first */
export const foldRetries = (entries: readonly LogEntry[]): LogRow[] => {
  const rows: LogRow[] = [];
  const rowOf = new Map<string, number>();
  for (const entry of entries) {
    const key =
      entry.kind === 'checkin' && entry.idempotencyKey !== undefined
        ? JSON.stringify([entry.clientId, entry.idempotencyKey])
        : undefined;
    const index = key === undefined ? undefined : rowOf.get(key);
    const last = index === undefined ? undefined : rows[index];
    if (entry.kind === 'checkin' && index !== undefined && last?.kind === 'checkin' && isSameSwipe(last, entry)) {
      rows[index] = { ...last, attempts: [...(last.attempts ?? []), entry] };
      continue;
    }
    if (key !== undefined) rowOf.set(key, rows.length);
    rows.push(entry);
  }
  return rows;
};
