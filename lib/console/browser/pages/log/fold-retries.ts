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
  /** The positions of the rows, by client and Idempotency-Key. */
  const positions = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'checkin' || entry.idempotencyKey === undefined) {
      rows.push(entry);
      continue;
    }
    const key = JSON.stringify([entry.clientId, entry.idempotencyKey]);
    const position = positions.get(key) ?? rows.length;
    const last = rows[position];
    if (last?.kind === 'checkin' && isSameSwipe(last, entry)) {
      rows[position] = { ...last, attempts: [...(last.attempts ?? []), entry] };
    } else {
      positions.set(key, rows.length);
      rows.push(entry);
    }
  }
  return rows;
};
