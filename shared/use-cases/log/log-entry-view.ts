import type { CheckinEntry, LogEntry, LoggedBooking } from '../../domain/activity-log.ts';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import { defined } from '../../domain/defined.ts';
import { formatDateTime } from '../../domain/instant.ts';
import type { UserStore } from '../../domain/user.ts';

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

const userOf = (entry: LogEntryView): number | undefined =>
  entry.kind === 'checkin' ? entry.userId : entry.target.userId;

/** Adds the users' current names to log entries. The log stores no names, so that it does not keep those of removed users. */
export const joinNames = async (
  users: Pick<UserStore, 'findAll'>,
  companyId: string,
  entries: readonly LogEntryView[],
): Promise<(LogEntryView & { readonly userName?: string })[]> => {
  const ids = new Set(entries.map(userOf).filter((id) => id !== undefined));
  const found = await users.findAll([...ids].map((userId) => ({ companyId, userId })));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return entries.map((entry) => defined({ ...entry, userName: names.get(userOf(entry) as number) }));
};
