import * as v from 'valibot';
import type { PersonView } from '../../../shared/console-api/users.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { isValid } from '../../../shared/rules/read-value.ts';
import { invalidField } from '../../../shared/domain/service-error.ts';
import { writtenAt } from '../../../shared/domain/booking.ts';
import { isErased, type StoredUser, type UserRef } from '../../../shared/domain/user.ts';
import { lookUpsOfUser } from '../../../shared/domain/identifiers.ts';
import { viewAttendance } from '../../../shared/use-cases/attendance/attendance.ts';
import { rangeOfDay } from '../../../shared/use-cases/attendance/local-day.ts';
import { exportUser as exportUseCase } from '../../../shared/use-cases/users/export-user.ts';
import { searchByText, type SearchPosition } from '../../../shared/use-cases/users/search-by-text.ts';
import { viewUser } from '../../../shared/use-cases/users/view-user.ts';
import { removeUser as removeUseCase } from '../../../shared/use-cases/users/remove-user.ts';
import {
  addDevice as addDeviceUseCase,
  isUidMissingInUids,
  findStoredUser,
  removeDevice as removeDeviceUseCase,
  updateUser as updateUseCase,
  type UserChanges,
} from '../../../shared/use-cases/users/update-user.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { showByHand } from '../by-hand.ts';
import { defined } from '../../../shared/rules/plain-values.ts';
import { ConsoleError } from '../console-error.ts';
import { keyText, readPage, slicePage } from '../paging.ts';
import { toEtag } from '../request.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

/** Does not check that the user exists. @throws ConsoleError `user_not_found` if the id in the path is not valid */
const refOf = ({ params, companyId }: RouteContext): UserRef => {
  const text = params['userId'] ?? '';
  const userId = Number(text);
  if (!/^\d+$/.test(text) || !isValid(fields.userId, userId)) throw new ConsoleError('user_not_found');
  return { companyId, userId };
};

const searchPosition = v.strictObject({
  range: v.pipe(v.number(), v.integer()),
  after: v.optional(v.strictObject({ text: keyText, key: keyText })),
});

export const searchUsers: RouteHandler<'searchUsers'> = async (context, query) => {
  const { limit, after, toNext } = readPage<SearchPosition>(context, query, searchPosition);
  const { companyId } = context;
  const found = await searchByText(context, { companyId, query: query.q ?? '', limit, next: after });
  return { items: found.items.map(viewUser), ...toNext(found.next) };
};

const toPersonView = (user: StoredUser): PersonView => ({ ...viewUser(user), etag: toEtag(user.revision as string) });

export const getUser: RouteHandler<'getUser'> = async (context) =>
  toPersonView(await findStoredUser(context.users, refOf(context)));

/**
 * Makes the error that names who has one of the wanted badges or the e-mail address. It may name that person, because whoever may
 * change users may also read them.
 * @returns undefined if the holder no longer has it
 */
const findTakenError = async (
  { users, companyId }: RouteContext,
  changes: UserChanges,
  holderId: number,
): Promise<ConsoleError | undefined> => {
  const [holder] = await users.findAll([{ companyId, userId: holderId }]);
  const wanted = new Set<unknown>([changes.uid, ...(changes.uids ?? []), changes.email]);
  const value =
    holder &&
    lookUpsOfUser(holder)
      .map(([, identifier]) => identifier)
      .find((one) => wanted.has(one));
  if (value === undefined) return undefined;
  return new ConsoleError('identifier_taken', {}, defined({ value, userId: holderId, name: holder?.name }));
};

export const updateUser: RouteHandler<'updateUser'> = async (context, changes) => {
  // The error says that `uid` must be one of `uids`.
  if (isUidMissingInUids(changes))
    throw invalidField('uid', { kind: 'choice', values: changes.uids as readonly string[] });
  try {
    return toPersonView(await updateUseCase(context, refOf(context), changes, context.revision));
  } catch (error) {
    if (!(error instanceof UseCaseError) || error.code !== 'identifier_taken') throw error;
    throw (await findTakenError(context, changes, error.details['holder'] as number)) ?? error;
  }
};

export const removeUser: RouteHandler<'removeUser'> = async (context) => {
  const ref = refOf(context);
  const { isRemoved: _, ...counts } = await removeUseCase(context, ref);
  return { ...ref, removed: counts };
};

export const listUserBookings: RouteHandler<'listUserBookings'> = async (context, query) => {
  const page = readPage(context, query, v.string());
  const range = rangeOfDay({ day: query.day, timeZone: query.timeZone ?? 'UTC' });
  const ref = refOf(context);
  const [periods, user] = await Promise.all([
    context.bookings.findOverlapping(ref, range),
    findStoredUser(context.users, ref),
  ]);
  const ids = periods.map(({ bookingId }) => bookingId);
  const found = await context.bookings.find(ref, ids);
  // The index might be out of date.
  const current = found.filter(({ checkinOpensAt, noShowAt }) => checkinOpensAt < range.until && noShowAt > range.from);
  // Leaves out those of a removed person who had this id earlier.
  const bookings = current.filter((booking) => !isErased(user, writtenAt(booking)));
  const views = bookings.map((booking) => viewAttendance(booking, context.now()));
  const items = showByHand(context, views);
  return slicePage(items, page, ({ checkinOpensAt, bookingId }) => `${checkinOpensAt} ${bookingId}`);
};

/** Spreads the export, because an interface cannot be assigned to the record type of the response. */
export const exportUser: RouteHandler<'exportUser'> = async (context) => ({
  ...(await exportUseCase(context, refOf(context))),
});

export const addDevice: RouteHandler<'addDevice'> = async (context, { endpointArn }) => {
  const { movedFrom } = await addDeviceUseCase(context, refOf(context), endpointArn);
  return defined({ ...(await getUser(context, {})), movedFrom });
};

export const removeDevice: RouteHandler<'removeDevice'> = async (context, { endpointArn }) => {
  const ref = refOf(context);
  await findStoredUser(context.users, ref);
  await removeDeviceUseCase(context, ref, endpointArn);
  return getUser(context, {});
};
