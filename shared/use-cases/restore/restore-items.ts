import { isDeepStrictEqual } from 'node:util';
import type { CopiedItem, RestorableItem, RestoreStores } from '../../domain/restore.ts';
import { badgesOf, IdentifierTaken, lookUpsOf, type User, type UserRef } from '../../domain/user.ts';
import { nameUser, refused, writtenIf, type ItemOutcome, type RestoreRules } from './restore-rules.ts';
import { rebook, type Booking } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';

type Stores = Pick<RestoreStores, 'users' | 'devices' | 'createUser'>;

const toText = ({ name, email, language, devices, ...badges }: User): string =>
  JSON.stringify([name, badgesOf(badges), email, language, devices.toSorted()]);

const overwriteUser = async ({ users, devices }: Stores, ref: UserRef, live: User, copy: User): Promise<void> => {
  const { devices: _, ...profile } = copy;
  await users.change(ref, () => profile);
  // Makes room first, because a user has a limited number of devices.
  for (const endpoint of live.devices) if (!copy.devices.includes(endpoint)) await devices.remove(ref, endpoint);
  for (const endpoint of copy.devices) await devices.add(ref, endpoint);
};

/** Restores a user, unless another user now has the same e-mail address or one of the badges. */
export const restoreUser = async (
  stores: Stores,
  { user, item }: Extract<RestorableItem, { kind: 'user' }>,
  stored: CopiedItem | undefined,
  { overwrite, dryRun }: RestoreRules,
): Promise<ItemOutcome> => {
  const ref = { companyId: user.companyId, userId: user.id };
  const isTaken = async (): Promise<boolean> => {
    const holders = await stores.users.findIds(user.companyId, lookUpsOf(user));
    return holders.some((holder) => holder !== undefined && holder !== user.id);
  };
  try {
    if (stored?.kind === 'user') {
      const isSame = !overwrite || toText(stored.user) === toText(user);
      if (!isSame && !dryRun) await overwriteUser(stores, ref, stored.user, user);
      return writtenIf(!isSame);
    }
    if (!dryRun) return writtenIf(await stores.createUser(user, item));
    return (await isTaken()) ? refused('identifier_taken', nameUser(ref)) : writtenIf(true);
  } catch (error) {
    if (error instanceof IdentifierTaken) return refused('identifier_taken', nameUser(ref));
    throw error;
  }
};

const detailsOf = ({ checkin: _, undone: __, undoId: ___, openSince: ____, changedBy: _____, ...details }: Booking) =>
  details;

/**
 * Takes the details from the copy. The live booking's check-in stays if it is inside the copy's period. Otherwise the copy's
 * check-in is restored, unless an administrator has undone a check-in since the copy was made.
 */
const mergeBooking = (live: Booking, copy: Booking, now: Instant): Booking => {
  const merged = rebook(live, detailsOf(copy), now);
  const isUndoneSinceCopy = live.undoId !== copy.undoId;
  if (merged.checkin || !copy.checkin || isUndoneSinceCopy) return merged;
  const { checkinId } = copy.checkin;
  const { undone = [], ...open } = merged;
  const stillUndone = undone.filter((one) => one !== checkinId);
  // Marked as restored, so that no push is sent.
  const checkin = { ...copy.checkin, restored: true } as const;
  return { ...open, checkin, ...(stillUndone.length > 0 && { undone: stillUndone }) };
};

/** Reverts the changes of a booking since the copy, but not if the booking has just been cancelled. */
export const overwriteBooking = async (
  { bookings }: Pick<RestoreStores, 'bookings'>,
  { live, copy }: { readonly live: Booking; readonly copy: Booking },
  dryRun: boolean,
  now: Instant,
): Promise<ItemOutcome> => {
  if (dryRun) return writtenIf(!isDeepStrictEqual(live, mergeBooking(live, copy, now)));
  const { outcome } = await bookings.change(copy, (before) => before && mergeBooking(before, copy, now), {
    booking: live,
  });
  return writtenIf(outcome !== 'unchanged');
};
