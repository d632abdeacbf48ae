import pMap from 'p-map';
import type { Logs } from '../../domain/logs.ts';
import {
  auditEntry,
  changesBetween,
  recordAction,
  type Acting,
  type AuditContext,
  type Audited,
} from '../../domain/audit-entry.ts';
import { writtenAt, type BookingStore, type Booking } from '../../domain/booking.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { defined } from '../../rules/plain-values.ts';
import {
  isRemovedUser,
  type User,
  type UserProfile,
  type UserRef,
  type UserStore,
  type RemovalNote,
  type RemovalNotes,
} from '../../domain/user.ts';
import { identifyingAttributes, toState } from './view-user.ts';
import { MINUTE, type Instant } from '../../domain/instant.ts';
import { attemptAll } from '../attempt-all.ts';

export interface RemovalContext extends AuditContext {
  readonly users: Pick<UserStore, 'change' | 'findStates'>;
  readonly bookings: Pick<BookingStore, 'list' | 'change'>;
  readonly log: Pick<Logs, 'erase' | 'recordAuditEntry'>;
  /** The id of the import, or of the sync request. */
  readonly importId?: string;
}

interface Removal {
  /** Whether this call removed the user, or completed an interrupted removal. */
  readonly isRemoved: boolean;
  readonly bookings: number;
  readonly logEntries: number;
}

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
    const changes = changesBetween(toState(before), toState(after));
    const isIdentifierChanged = identifyingAttributes.some((name) => name in changes.after);
    return isIdentifierChanged ? [auditEntry(author, companyId, { action: 'users.update', target, ...changes })] : [];
  },
});

const DELETES_AT_ONCE = 25;

const cancelAll = async ({ bookings }: RemovalContext, user: UserRef): Promise<number> => {
  const found = await bookings.list(user);
  const cancel = ({ bookingId }: { readonly bookingId: string }) =>
    bookings.change({ user, bookingId }, () => undefined);
  const outcomes = await pMap(found, cancel, { concurrency: DELETES_AT_ONCE });
  return outcomes.filter(({ outcome }) => outcome === 'deleted').length;
};

/**
 * An import can create bookings before their user. Records the removal of such bookings, unless the user was removed earlier.
 * @throws UseCaseError `user_not_found` if there are none
 */
const recordOrphans = async (context: RemovalContext, user: UserRef): Promise<void> => {
  const { companyId, userId } = user;
  if (isRemovedUser((await context.users.findStates(companyId, [userId])).get(userId))) return;
  if ((await context.bookings.list(user)).length === 0) throw new UseCaseError('user_not_found', { companyId });
  const target = defined({ userId, importId: context.importId });
  await recordAction(context, companyId, { action: 'users.remove', target });
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
  if (outcome === 'unchanged') await recordOrphans(context, user);
  const bookings = await cancelAll(context, user);
  const logEntries = await log.erase(user);
  return { isRemoved: outcome === 'deleted' || bookings + logEntries > 0, bookings, logEntries };
};

interface SweepContext {
  readonly removals: RemovalNotes;
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'list' | 'change'>;
  readonly log: Pick<Logs, 'erase'>;
  readonly now: () => Instant;
}

interface SweepResult {
  /** Users for whom leftover data was found. */
  readonly users: number;
  readonly bookings: number;
  readonly logEntries: number;
}

/** Longer than any request can run, clock differences included. */
const IN_FLIGHT_MILLISECONDS = 5 * MINUTE;

const cancelLeftovers = async ({ bookings }: SweepContext, user: UserRef, until: Instant): Promise<number> => {
  let count = 0;
  for (const { bookingId } of await bookings.list(user)) {
    const withoutLeftover = (booking: Booking | undefined): Booking | undefined =>
      booking && writtenAt(booking) > until ? booking : undefined;
    const change = await bookings.change({ user, bookingId }, withoutLeftover);
    if (change.outcome === 'deleted') count += 1;
  }
  return count;
};

/**
 * Deletes the remaining data of one user. If another user has taken over the id, only data from requests that began before the
 * takeover is deleted.
 */
const sweep = async (context: SweepContext, { user, removedAt }: RemovalNote): Promise<SweepResult> => {
  const [successor] = await context.users.findAll([user]);
  const endOfRequests = removedAt + IN_FLIGHT_MILLISECONDS;
  const { takenAt = Infinity } = successor ?? {};
  const until = Math.min(takenAt - 1, endOfRequests);
  const bookings = await cancelLeftovers(context, user, until);
  const logEntries = await context.log.erase(user, until);
  return { users: bookings + logEntries > 0 ? 1 : 0, bookings, logEntries };
};

/**
 * Deletes bookings and check-in entries that in-flight requests wrote for users while those users were being removed. A removal
 * is forgotten once no request that began before it can still run.
 * @throws after all removals, if one of them failed
 */
export const sweepRemovedUsers = async (context: SweepContext): Promise<SweepResult> => {
  const total = { users: 0, bookings: 0, logEntries: 0 };
  const sweepOne = async (note: RemovalNote): Promise<void> => {
    const sweptAt = context.now();
    const { users, bookings, logEntries } = await sweep(context, note);
    total.users += users;
    total.bookings += bookings;
    total.logEntries += logEntries;
    if (sweptAt > note.removedAt + IN_FLIGHT_MILLISECONDS) await context.removals.forget(note);
  };
  await attemptAll(await context.removals.list(), sweepOne, {
    concurrency: 1,
    nameOf: ({ user: { companyId, userId } }) => `user ${userId} of ${companyId}`,
  });
  return total;
};
