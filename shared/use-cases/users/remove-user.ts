import pMap from 'p-map';
import { resultOf, type ActivityLog } from '../../domain/activity-log.ts';
import type { Actor } from '../../domain/actor.ts';
import type { BookingStore } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { UserRef, UserStore } from '../../domain/user.ts';
import { readUserEntries } from '../log/read-user-entries.ts';

/** The dependencies of a removal. */
export interface RemovalContext {
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly log: ActivityLog;
  readonly actor: Actor;
  readonly now: () => Instant;
}

/** What this call removed in addition to the user. */
export interface Removal {
  readonly bookings: number;
  readonly logEntries: number;
}

const ACTION = 'users.remove';
const DELETES_AT_ONCE = 25;

/** Whether a removal of this user was started. Its administrative log entry is kept after all other data is removed. */
const wasRemovalBegun = async (log: ActivityLog, user: UserRef): Promise<boolean> => {
  for await (const entries of readUserEntries(log, user))
    if (entries.some((entry) => resultOf(entry) === ACTION)) return true;
  return false;
};

const cancelAll = async (bookings: BookingStore, user: UserRef): Promise<number> => {
  const found = await bookings.list(user);
  const outcomes = await pMap(found, ({ bookingId }) => bookings.change({ user, bookingId }, () => undefined), {
    concurrency: DELETES_AT_ONCE,
  });
  return outcomes.filter(({ outcome }) => outcome === 'deleted').length;
};

/**
 * Removes a user with identifiers, devices, bookings and the check-in entries of the log; the uid and the e-mail address are free
 * again. Administrative entries stay, with the user's id only. A repeat completes an interrupted removal, because the removal is
 * logged before it starts.
 * @throws UseCaseError `user_not_found` if there is no such user and no removal was started
 */
export const removeUser = async (context: RemovalContext, user: UserRef): Promise<Removal> => {
  const { users, bookings, log, actor, now } = context;
  const { companyId, userId } = user;
  const isThere = (await users.findAll([user])).length > 0 || (await bookings.list(user)).length > 0;
  if (!isThere && !(await wasRemovalBegun(log, user))) throw new UseCaseError('user_not_found', { companyId });
  if (isThere)
    await log.recordAdmin({ kind: 'admin', companyId, receivedAt: now(), actor, action: ACTION, target: { userId } });
  // Remove the user first, so that no gate can check in or write a log entry after that.
  await users.change(user, () => undefined);
  return { bookings: await cancelAll(bookings, user), logEntries: await log.erase(user) };
};
