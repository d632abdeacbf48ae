import { isDeepStrictEqual } from 'node:util';
import { bookingMapKey, type Booking, type BookingStore } from '../../domain/booking.ts';
import {
  withoutRevision,
  IdentifierTaken,
  userMapKey,
  type User,
  type UserProfile,
  type UserStore,
} from '../../domain/user.ts';
import { lookUpsOfUser, type LookUp } from '../../domain/identifiers.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';

type Bookings = Pick<BookingStore, 'findAll' | 'change'>;
type Users = Pick<UserStore, 'findAll' | 'change'>;

const outcomeOf = (before: unknown, after: unknown): ChangeOutcome => {
  if (isDeepStrictEqual(before, after)) return 'unchanged';
  return after === undefined ? 'deleted' : 'written';
};

/** Changes bookings in memory only. */
export const makeDryRunBookings = (bookings: Bookings): Bookings => {
  const changed = new Map<string, Booking | undefined>();
  const findAll: Bookings['findAll'] = async (refs) => {
    const found = await bookings.findAll(refs.filter((ref) => !changed.has(bookingMapKey(ref))));
    return [...found, ...refs.map((ref) => changed.get(bookingMapKey(ref))).filter((one) => one !== undefined)];
  };
  return {
    findAll,
    async change(ref, decide, alreadyRead) {
      const before = alreadyRead ? alreadyRead.booking : (await findAll([ref]))[0];
      const after = decide(before);
      const outcome = outcomeOf(before, after);
      changed.set(bookingMapKey(ref), after);
      return { outcome, before, after };
    },
  };
};

const profileOf = ({ devices: _, ...profile }: User): UserProfile => profile;

const holds = (user: User, identifier: LookUp): boolean =>
  lookUpsOfUser(user).some((one) => isDeepStrictEqual(one, identifier));

const keyOf = (companyId: string, identifier: LookUp): string => JSON.stringify([companyId, identifier]);

/** Changes users in memory only. */
export const makeDryRunUsers = (users: Users & Pick<UserStore, 'findId'>): Users => {
  const changed = new Map<string, User | undefined>();
  /** Ids of changed users by badge and e-mail address. */
  const holders = new Map<string, number>();
  const findAll: Users['findAll'] = async (refs) => {
    const found = await users.findAll(refs.filter((ref) => !changed.has(userMapKey(ref))));
    return [...found, ...refs.map((ref) => changed.get(userMapKey(ref))).filter((one) => one !== undefined)];
  };

  const findHolder = async (companyId: string, identifier: LookUp): Promise<number | undefined> => {
    const inMemory = holders.get(keyOf(companyId, identifier));
    if (inMemory !== undefined) return inMemory;
    const userId = await users.findId(companyId, identifier);
    if (userId === undefined) return undefined;
    const [holder] = await findAll([{ companyId, userId }]);
    return holder && holds(holder, identifier) ? userId : undefined;
  };

  const rejectTaken = async (after: UserProfile, before: User | undefined): Promise<void> => {
    const newIdentifiers = lookUpsOfUser(after).filter((identifier) => !before || !holds(before, identifier));
    const find = async (one: LookUp) => ({ name: one[0], holder: await findHolder(after.companyId, one) });
    for (const { name, holder } of await Promise.all(newIdentifiers.map(find)))
      if (holder !== undefined) throw new IdentifierTaken(name, holder);
  };

  return {
    findAll,
    async change(ref, decide, alreadyRead) {
      const [found] = alreadyRead ? [alreadyRead.user] : await findAll([ref]);
      const before = found && withoutRevision(found);
      const after = decide(before);
      const outcome = outcomeOf(before && profileOf(before), after);
      if (after) await rejectTaken(after, before);
      // Stryker disable next-line ArrayDeclaration: an import does not read devices.
      changed.set(userMapKey(ref), after && { ...after, devices: [] });
      for (const identifier of lookUpsOfUser(before ?? {})) holders.delete(keyOf(ref.companyId, identifier));
      for (const identifier of lookUpsOfUser(after ?? {})) holders.set(keyOf(ref.companyId, identifier), ref.userId);
      return { outcome, before, after };
    },
  };
};
