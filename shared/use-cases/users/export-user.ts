import { auditEntry, type ChangedBy, type AuditContext } from '../../domain/audit-entry.ts';
import { formatDateTime } from '../../domain/instant.ts';
import type { Logs, LogEntry } from '../../domain/logs.ts';
import { writtenAt, type Booking, type BookingStore } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { isErased, presentUser, withoutRevision, type User, type UserRef, type UserStore } from '../../domain/user.ts';
import { viewUser } from './view-user.ts';
import { viewCheckin } from '../bookings/view-booking.ts';
import { hideErased, viewLogEntry, type LogEntryView } from '../log/list-log.ts';

/** Formats `changedBy.at` in RFC 3339, UTC. */
const viewChangedBy = <Changed extends { readonly changedBy?: ChangedBy }>({ changedBy, ...record }: Changed) => ({
  ...record,
  ...(changedBy && { changedBy: { ...changedBy, at: formatDateTime(changedBy.at) } }),
});

interface ExportContext extends AuditContext {
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly log: Logs;
}

const exportBooking = ({ user: _, checkin, openSince, ...booking }: Booking) => ({
  ...viewChangedBy(booking),
  checkinOpensAt: formatDateTime(booking.checkinOpensAt),
  noShowAt: formatDateTime(booking.noShowAt),
  checkin: checkin && viewCheckin(checkin),
  openSince: formatDateTime(openSince),
});

/** Returns a user with its last change. */
export const viewStored = (user: User) => viewChangedBy({ ...viewUser(user), changedBy: user.changedBy });

type UserView = ReturnType<typeof viewStored>;

/** Times are in RFC 3339, UTC. */
interface UserExport {
  readonly exportedAt: string;
  readonly companyId: string;
  readonly userId: number;
  /** Absent if there are only bookings or log entries. */
  readonly user?: UserView;
  readonly bookings: readonly ReturnType<typeof exportBooking>[];
  /** Newest first. */
  readonly logEntries: readonly LogEntryView[];
}

const ENTRIES_PER_PAGE = 1_000;

const readLog = async (log: Logs, user: UserRef): Promise<LogEntry[]> => {
  const entries: LogEntry[] = [];
  let next: string | undefined;
  do {
    const page = await log.listByUser(user, {}, { limit: ENTRIES_PER_PAGE, next });
    entries.push(...page.items);
    ({ next } = page);
  } while (next !== undefined);
  return entries;
};

/**
 * Returns all data about a user: devices, bookings with their check-ins, and entries of the log, among them one about this
 * export.
 * @throws UseCaseError `user_not_found` if there is no data
 */
export const exportUser = async (context: ExportContext, ref: UserRef): Promise<UserExport> => {
  const { users, bookings, log, now } = context;
  const [allBookings, allEntries] = await Promise.all([bookings.list(ref), readLog(log, ref)]);
  // Read last, so that the data of a person who is being removed is not exported.
  const state = (await users.findStates(ref.companyId, [ref.userId])).get(ref.userId);
  const storedUser = presentUser(state);
  const foundBookings = allBookings.filter((booking) => !isErased(state, writtenAt(booking)));
  const entries = allEntries.map((entry) => hideErased(entry, state)).filter((entry) => entry !== undefined);
  if (!storedUser && foundBookings.length + entries.length === 0)
    throw new UseCaseError('user_not_found', { companyId: ref.companyId });
  const entry = auditEntry(context, ref.companyId, { action: 'users.export', target: { userId: ref.userId } });
  await log.recordAuditEntry(entry);
  return {
    exportedAt: formatDateTime(now()),
    companyId: ref.companyId,
    userId: ref.userId,
    ...(storedUser && { user: viewStored(withoutRevision(storedUser)) }),
    bookings: foundBookings.map(exportBooking),
    logEntries: [entry, ...entries].map(viewLogEntry),
  };
};
