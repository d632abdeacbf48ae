import type { CheckinEntry, LogEntry, LoggedBooking } from '../../domain/activity-log.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { formatDateTime } from '../../domain/instant.ts';

const viewBooking = (booking: LoggedBooking) =>
  'noShowAt' in booking
    ? {
        ...booking,
        checkinOpensAt: formatDateTime(booking.checkinOpensAt),
        noShowAt: formatDateTime(booking.noShowAt),
      }
    : booking;

const viewAction = ({ companyId: _, receivedAt, ...action }: AdminEntry) => ({
  ...action,
  receivedAt: formatDateTime(receivedAt),
});

const viewCheckin = ({ companyId: _, receivedAt, at, bookings, ...request }: CheckinEntry) => ({
  ...request,
  receivedAt: formatDateTime(receivedAt),
  at: formatDateTime(at),
  bookings: bookings.map(viewBooking),
});

export type AdminEntryView = ReturnType<typeof viewAction>;
export type CheckinEntryView = ReturnType<typeof viewCheckin>;
export type LogEntryView = CheckinEntryView | AdminEntryView;

/** An entry as the CLI and the console show it; times in RFC 3339, UTC. */
export const viewLogEntry = (entry: LogEntry): LogEntryView =>
  entry.kind === 'admin' ? viewAction(entry) : viewCheckin(entry);
