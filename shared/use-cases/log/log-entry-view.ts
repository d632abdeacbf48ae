import type {
  CheckinEntry,
  LogEntry,
  LoggedBooking,
  NearLoggedBooking,
  OpenLoggedBooking,
} from '../../domain/activity-log.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { formatDateTime } from '../../domain/instant.ts';

/** A booking near the moment of a request that found nothing open, as it was then. */
export interface NearBookingView extends Omit<NearLoggedBooking, 'checkinOpensAt' | 'noShowAt'> {
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
}

/** A check-in request as the CLI and the console show it; moments in RFC 3339, UTC. */
export interface CheckinEntryView extends Omit<CheckinEntry, 'companyId' | 'receivedAt' | 'at' | 'bookings'> {
  readonly receivedAt: string;
  readonly at: string;
  readonly bookings: readonly (OpenLoggedBooking | NearBookingView)[];
}

/** An administrative action as the CLI and the console show it. */
export interface AdminEntryView extends Omit<AdminEntry, 'companyId' | 'receivedAt'> {
  readonly receivedAt: string;
}

export type LogEntryView = CheckinEntryView | AdminEntryView;

const viewBooking = (booking: LoggedBooking): OpenLoggedBooking | NearBookingView =>
  'noShowAt' in booking
    ? {
        ...booking,
        checkinOpensAt: formatDateTime(booking.checkinOpensAt),
        noShowAt: formatDateTime(booking.noShowAt),
      }
    : booking;

export const viewLogEntry = (entry: LogEntry): LogEntryView => {
  const receivedAt = formatDateTime(entry.receivedAt);
  if (entry.kind === 'admin') {
    const { companyId: _, receivedAt: __, ...action } = entry;
    return { ...action, receivedAt };
  }
  const { companyId: _, receivedAt: __, at, bookings, ...request } = entry;
  return { ...request, receivedAt, at: formatDateTime(at), bookings: bookings.map(viewBooking) };
};
