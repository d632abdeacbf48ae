import pMap from 'p-map';
import type { ActivityLog } from '../../domain/activity-log.ts';
import { auditEntry, recordAction, type Acting, type AuditContext, type Audited } from '../../domain/audit-entry.ts';
import type { BookingStore } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { defined } from '../../domain/defined.ts';
import type { User, UserProfile, UserRef, UserStore } from '../../domain/user.ts';

export interface RemovalContext extends AuditContext {
  readonly users: Pick<UserStore, 'change' | 'isRemoved'>;
  readonly bookings: Pick<BookingStore, 'list' | 'change'>;
  readonly log: Pick<ActivityLog, 'erase' | 'recordAdmin'>;
  /** The id of the import, or of the sync request. */
  readonly importId?: string;
}

interface Removal {
  /** Whether this call removed the user, or completed an interrupted removal. */
  readonly isRemoved: boolean;
  readonly bookings: number;
  readonly logEntries: number;
}

/** The attributes that identify a person at a gate. */
const pick = ({ uid, uids, email }: UserProfile) => ({ uid, uids, email });

/**
 * Makes an audit entry for the removal of a user, and for a change of the badges or the e-mail address.
 * @param importId the id of the import or sync request
 */
export const auditUser = (author: Acting, importId?: string): Audited<User, UserProfile> => ({
  by: author,
  entries: (before, after) => {
    if (!before) return [];
    const { companyId, id: userId } = before;
    const target = defined({ userId, importId });
    if (!after) return [auditEntry(author, companyId, { action: 'users.remove', target })];
    const change = { before: pick(before), after: pick(after) };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    return [auditEntry(author, companyId, { action: 'users.change-identifiers', target, ...change })];
  },
});

const DELETES_AT_ONCE = 25;

const cancelAll = async ({ bookings, ...author }: RemovalContext, user: UserRef): Promise<number> => {
  const found = await bookings.list(user);
  const cancel = ({ bookingId }: { readonly bookingId: string }) =>
    bookings.change({ user, bookingId }, () => undefined, undefined, { by: author });
  const outcomes = await pMap(found, cancel, { concurrency: DELETES_AT_ONCE });
  return outcomes.filter(({ outcome }) => outcome === 'deleted').length;
};

/** Records the removal if the user does not exist but has bookings, because an import can create bookings before their user. */
const recordOrphans = async (context: RemovalContext, user: UserRef): Promise<void> => {
  const { companyId, userId } = user;
  if ((await context.bookings.list(user)).length === 0) throw new UseCaseError('user_not_found', { companyId });
  await recordAction(context, companyId, { action: 'users.remove', target: { userId } });
};

/**
 * Removes a user and their devices, bookings and check-in entries, and frees their badges and e-mail address. The user and
 * the claims to these identifiers are deleted in one transaction, which also writes the audit entry. The rest is deleted
 * afterwards, when gates can no longer add to it. A retry completes an interrupted removal.
 * @throws UseCaseError `user_not_found` if the user does not exist, was not removed earlier and has no bookings
 * @example
 * await removeUser(context, { companyId: 'acme', userId: 42 }); // { isRemoved: true, bookings: 3, logEntries: 17 }
 */
export const removeUser = async (context: RemovalContext, user: UserRef): Promise<Removal> => {
  const { users, log, importId } = context;
  const { outcome } = await users.change(user, () => undefined, undefined, auditUser(context, importId));
  if (outcome === 'unchanged' && !(await users.isRemoved(user))) await recordOrphans(context, user);
  const bookings = await cancelAll(context, user);
  const logEntries = await log.erase(user);
  return { isRemoved: outcome === 'deleted' || bookings + logEntries > 0, bookings, logEntries };
};
