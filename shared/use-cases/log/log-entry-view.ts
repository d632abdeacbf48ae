import type { AdminEntry, CheckinEntry, LogEntry } from '../../domain/activity-log.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** A check-in request as the CLI and the console show it; moments in RFC 3339, UTC. */
export interface CheckinEntryView extends Omit<CheckinEntry, 'companyId' | 'receivedAt' | 'at'> {
  readonly receivedAt: string;
  readonly at: string;
}

/** An administrative action as the CLI and the console show it. */
export interface AdminEntryView extends Omit<AdminEntry, 'companyId' | 'receivedAt'> {
  readonly receivedAt: string;
}

export type LogEntryView = CheckinEntryView | AdminEntryView;

export const viewLogEntry = (entry: LogEntry): LogEntryView => {
  const receivedAt = formatDateTime(entry.receivedAt);
  if (entry.kind === 'admin') {
    const { companyId: _, receivedAt: __, ...action } = entry;
    return { ...action, receivedAt };
  }
  const { companyId: _, receivedAt: __, at, ...request } = entry;
  return { ...request, receivedAt, at: formatDateTime(at) };
};
