import * as v from 'valibot';
import {
  bookingKinds,
  rebook,
  type Booking,
  type BookingKind,
  type BookingRef,
  type BookingStore,
} from '../../domain/booking.ts';
import { validateId, validateText, type Problem } from '../../domain/identifier.ts';
import { parseDateTime, type Instant } from '../../domain/instant.ts';
import type { UserRef, UserStore } from '../../domain/user.ts';
import { validateCompanyId, validateName } from '../../domain/validate-text.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import {
  applyInOrder,
  parseAll,
  RecordRefused,
  refuseInvalid,
  withCompany,
  type Fields,
  type Importer,
} from './apply-records.ts';
import { readPeriod, type PeriodFields } from './booking-period.ts';
import { number, optionalFlag, optionalNumber, optionalText, parseFields, text } from './field.ts';
import { bookingMembers } from './members.ts';

/** Reads a date-time without an offset; undefined for anything else. @throws RecordRefused for a time that is not there, or twice */
export type ReadLocalTime = (text: string) => Instant | undefined;

export interface BookingImportOptions {
  readonly companyId?: string;
  /** Bookings of users that do not exist are refused otherwise. */
  readonly allowUnknownUsers?: boolean;
  /** Left out, a date-time needs its offset. */
  readonly readLocalTime?: ReadLocalTime;
}

export interface BookingImportStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
}

/** What a record says of a booking: `null` clears, what is not there stays. */
interface BookingRecord {
  readonly ref: BookingRef;
  readonly isDeleted: boolean;
  readonly kind?: BookingKind | null;
  readonly name?: string | null;
  readonly period: PeriodFields;
}

const validateKind = (value: unknown): Problem =>
  bookingKinds.some((kind) => kind === value) ? undefined : `must be ${bookingKinds.join(' or ')}`;

const validateMinutes = (value: unknown): Problem =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number of minutes, 0 or more';

const validateString = (value: unknown): Problem => (typeof value === 'string' ? undefined : DATE_TIME_PROBLEM);

const DATE_TIME_PROBLEM = 'must be a date-time of RFC 3339 with its offset, as 2026-11-21T08:00:00+01:00';

const schema = v.object({
  companyId: text(validateCompanyId),
  bookingId: text((value) => validateText(value, 1, 128)),
  userId: number(validateId),
  kind: optionalText<BookingKind>(validateKind),
  name: optionalText(validateName),
  checkinOpensAt: optionalText(validateString),
  noShowAt: optionalText(validateString),
  startsAt: optionalText(validateString),
  checkinAdvanceMinutes: optionalNumber(validateMinutes),
  noShowMinutes: optionalNumber(validateMinutes),
  deleted: optionalFlag,
});

const readMoment = (name: string, dateTime: string, readLocalTime?: ReadLocalTime): Instant =>
  parseDateTime(dateTime) ?? readLocalTime?.(dateTime) ?? refuseInvalid(`${name} ${DATE_TIME_PROBLEM}`);

/** @throws RecordRefused */
export const parseBooking = (
  fields: Fields,
  { companyId, readLocalTime }: BookingImportOptions = {},
): BookingRecord => {
  const parsed = parseFields(schema, withCompany(fields, companyId), bookingMembers);
  if ('reason' in parsed) return refuseInvalid(parsed.reason);
  const { companyId: company, bookingId, userId, deleted, kind, name, ...rest } = parsed.fields;
  const { checkinAdvanceMinutes, noShowMinutes, ...texts } = rest;
  const moments = Object.entries(texts).map(([member, value]) => [
    member,
    value === null ? null : readMoment(member, value, readLocalTime),
  ]);
  return {
    ref: { user: { companyId: company, userId }, bookingId },
    isDeleted: deleted === true,
    ...(kind !== undefined && { kind }),
    ...(name !== undefined && { name }),
    period: {
      ...Object.fromEntries(moments),
      ...(checkinAdvanceMinutes !== undefined && { checkinAdvanceMinutes }),
      ...(noShowMinutes !== undefined && { noShowMinutes }),
    },
  };
};

/** @throws RecordRefused where the booking would lack something */
const merge = (before: Booking | undefined, record: BookingRecord): Booking => {
  const kind = record.kind === undefined ? before?.kind : record.kind;
  const name = record.name === undefined ? before?.name : record.name;
  if (!kind) return refuseInvalid('kind is missing');
  const period = readPeriod(record.period, before);
  return rebook(before, { ...record.ref, kind, ...(typeof name === 'string' && { name }), ...period });
};

const userKeyOf = ({ companyId, userId }: UserRef): string => JSON.stringify([companyId, userId]);
const keyOf = ({ user, bookingId }: BookingRef): string => JSON.stringify([user.companyId, user.userId, bookingId]);

/** More would take memory for nothing: users of one company come together. */
const MAX_USERS_REMEMBERED = 100_000;

/** Which users exist; asked for once each. */
const makeKnownUsers = (users: BookingImportStores['users'], isEverybodyKnown: boolean) => {
  const existing = new Set<string>();
  return async (refs: readonly UserRef[]): Promise<(ref: UserRef) => boolean> => {
    if (isEverybodyKnown) return () => true;
    if (existing.size > MAX_USERS_REMEMBERED) existing.clear();
    const unseen = new Map(refs.map((ref) => [userKeyOf(ref), ref] as const));
    for (const key of unseen.keys()) if (existing.has(key)) unseen.delete(key);
    for (const { companyId, id } of await users.findAll([...unseen.values()]))
      existing.add(userKeyOf({ companyId, userId: id }));
    return (ref) => existing.has(userKeyOf(ref));
  };
};

/** Applies records of bookings: creates, changes and deletes them. */
export const makeBookingImporter = (
  { users, bookings }: BookingImportStores,
  options: BookingImportOptions = {},
): Importer => {
  const findUsers = makeKnownUsers(users, options.allowUnknownUsers === true);

  return {
    members: bookingMembers,
    ...(options.companyId !== undefined && { companyId: options.companyId }),
    async apply(records) {
      const parsed = parseAll(records, (fields) => parseBooking(fields, options));
      const good = parsed.flatMap((record) => (record instanceof RecordRefused ? [] : [record]));
      const refs = new Map(good.map(({ ref }) => [keyOf(ref), ref]));
      const known = new Map((await bookings.findAll([...refs.values()])).map((booking) => [keyOf(booking), booking]));
      const isNew = ({ ref, isDeleted }: BookingRecord): boolean => !isDeleted && !known.has(keyOf(ref));
      const isUser = await findUsers(good.filter(isNew).map(({ ref }) => ref.user));
      /** Bookings that an earlier record has changed are read again. */
      const isChanged = new Set<string>();

      const applyOne = async (record: BookingRecord): Promise<ChangeOutcome> => {
        const { ref } = record;
        const key = keyOf(ref);
        const isKnown = !isChanged.has(key);
        isChanged.add(key);
        const decide = (before: Booking | undefined): Booking | undefined => {
          if (record.isDeleted) return undefined;
          if (!before && !isUser(ref.user))
            throw new RecordRefused('user_not_found', `the company has no user ${ref.user.userId}`);
          return merge(before, record);
        };
        const change = isKnown
          ? bookings.change(ref, decide, { booking: known.get(key) })
          : bookings.change(ref, decide);
        return (await change).outcome;
      };
      return applyInOrder(
        parsed,
        (record) => (record instanceof RecordRefused ? [] : [keyOf(record.ref)]),
        async (record) => {
          if (record instanceof RecordRefused) throw record;
          return applyOne(record);
        },
      );
    },
  };
};
