import { isDeepStrictEqual } from 'node:util';
import { bookingKey, type Booking, type BookingStore } from '../../domain/booking.ts';
import {
  hasIdentifiers,
  IdentifierTaken,
  lookUpsOf,
  type LookUp,
  type User,
  type UserProfile,
  type UserStore,
  userKey,
} from '../../domain/user.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';

type Bookings = Pick<BookingStore, 'findAll' | 'change'>;
type Users = Pick<UserStore, 'findAll' | 'change'>;

const outcomeOf = (before: unknown, after: unknown): ChangeOutcome => {
  if (isDeepStrictEqual(before, after)) return 'unchanged';
  return after === undefined ? 'deleted' : 'written';
};

/** Bookings that are changed in memory only, on top of the existing ones. */
export const makeDryRunBookings = (bookings: Bookings): Bookings & Pick<BookingStore, 'createAll'> => {
  const changed = new Map<string, Booking | undefined>();
  const findAll: Bookings['findAll'] = async (refs) => {
    const found = await bookings.findAll(refs.filter((ref) => !changed.has(bookingKey(ref))));
    return [...found, ...refs.map((ref) => changed.get(bookingKey(ref))).filter((one) => one !== undefined)];
  };
  return {
    findAll,
    // Each is then created by `change`.
    createAll: async () => false,
    async change(ref, decide, known) {
      const before = known ? known.booking : (await findAll([ref]))[0];
      const after = decide(before);
      const outcome = outcomeOf(before, after);
      changed.set(bookingKey(ref), after);
      return { outcome, before, after };
    },
  };
};

const profileOf = ({ devices: _, ...profile }: User): UserProfile => profile;

/** Users that are changed in memory only, on top of the existing ones. */
export const makeDryRunUsers = (users: Users & Pick<UserStore, 'findId'>): Users => {
  const changed = new Map<string, User | undefined>();
  const findAll: Users['findAll'] = async (refs) => {
    const found = await users.findAll(refs.filter((ref) => !changed.has(userKey(ref))));
    return [...found, ...refs.map((ref) => changed.get(userKey(ref))).filter((one) => one !== undefined)];
  };

  const findHolder = async (companyId: string, identifier: LookUp): Promise<number | undefined> => {
    const holds = (user: User | undefined): boolean =>
      user?.companyId === companyId && hasIdentifiers(user, identifier);
    const inMemory = [...changed.values()].find(holds);
    if (inMemory) return inMemory.id;
    const userId = await users.findId(companyId, identifier);
    if (userId === undefined) return undefined;
    const [holder] = await findAll([{ companyId, userId }]);
    return holds(holder) ? userId : undefined;
  };

  const refuseTaken = async (after: UserProfile, before: User | undefined): Promise<void> => {
    for (const identifier of lookUpsOf(after)) {
      if (before && hasIdentifiers(before, identifier)) continue;
      const holder = await findHolder(after.companyId, identifier);
      if (holder !== undefined) throw new IdentifierTaken(`${Object.keys(identifier)[0]} is user ${holder}'s`);
    }
  };

  return {
    findAll,
    async change(ref, decide, known) {
      const [found] = known ? [known.user] : await findAll([ref]);
      const { revision: _, ...rest } = found ?? {};
      const before = found && (rest as User);
      const after = decide(before);
      const outcome = outcomeOf(before && profileOf(before), after);
      if (after) await refuseTaken(after, before);
      // Stryker disable next-line ArrayDeclaration: an import does not read devices.
      changed.set(userKey(ref), after && { ...after, devices: [] });
      return { outcome, before, after };
    },
  };
};
