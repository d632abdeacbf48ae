import { validatePeriod, type CheckinPeriod } from '../../domain/checkin-period.ts';
import { rebook, bookingMapKey, type Booking, type BookingRef, type BookingStore } from '../../domain/booking.ts';
import { isRfc3339, MINUTE, parseDateTime, type Instant } from '../../domain/instant.ts';
import {
  rejectRecord,
  RecordRejected,
  withCompany,
  applyRecords,
  outcomeForImport,
  type Attempt,
  type Fields,
  type Importer,
} from './apply-records.ts';
import { parseFields } from './record-fields.ts';
import {
  bookingAttributeNames,
  requiredAttributeNames,
  type BookingAttributeName,
  type BookingValues,
} from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';
import { MAX_CHECKIN_PERIOD_HOURS } from '../../rules/bookings.ts';
import { bookingRecord, startFields } from '../../rules/records.ts';
import type { ReadLocalTime } from './local-time.ts';
import type { Acting } from '../../domain/audit-entry.ts';
import { isErased, userMapKey, type UserRef, type UserStore } from '../../domain/user.ts';

export interface BookingImportOptions {
  readonly companyId?: string | undefined;
  /** Accepts bookings of users that do not exist. */
  readonly allowUnknownUsers?: boolean;
  /** If absent, a date-time must have an offset. */
  readonly readLocalTime?: ReadLocalTime;
}

type Clearable<Value> = Value | null | undefined;

/** Either two times, or the start of the booking and the minutes before and after it. */
interface PeriodFields {
  readonly checkinOpensAt?: Clearable<Instant>;
  readonly noShowAt?: Clearable<Instant>;
  readonly startsAt?: Clearable<Instant>;
  readonly checkinAdvanceMinutes?: Clearable<number>;
  readonly noShowMinutes?: Clearable<number>;
}

/** `null` clears an attribute; an absent field leaves it as it is. */
interface BookingRecord {
  readonly ref: BookingRef;
  readonly isDeleted: boolean;
  readonly attributes: { readonly [Name in BookingAttributeName]?: BookingValues[Name] | null };
  readonly period: PeriodFields;
}

/** A date-time that lacks only its offset. Here, as in RFC 3339, it can have the leap second 60. */
const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/** @throws RecordRejected */
const readTime = (field: string, dateTime: string, { readLocalTime }: BookingImportOptions): Instant => {
  const instant = parseDateTime(dateTime) ?? readLocalTime?.(dateTime);
  if (instant !== undefined) return instant;
  if (!readLocalTime && LOCAL_DATE_TIME.test(dateTime)) rejectRecord('offset_missing', { field, value: dateTime });
  throw new RecordRejected([{ code: 'invalid_value', values: { field, problem: { kind: 'date-time' } } }]);
};

const dateTimeNames = ['checkinOpensAt', 'noShowAt', 'startsAt'] as const;

/** @throws RecordRejected */
const parseBooking = (fields: Fields, options: BookingImportOptions): BookingRecord => {
  const parsed = parseFields(bookingRecord, withCompany(fields, options.companyId));
  if ('reasons' in parsed) throw new RecordRejected(parsed.reasons);
  const { companyId: company, bookingId, userId, deleted, checkinAdvanceMinutes, noShowMinutes } = parsed.fields;
  const times = dateTimeNames.flatMap((name) => {
    const value = parsed.fields[name];
    return value === undefined ? [] : [[name, value === null ? null : readTime(name, value, options)]];
  });
  return {
    ref: { user: { companyId: company, userId }, bookingId },
    isDeleted: deleted === true,
    attributes: pick(parsed.fields, bookingAttributeNames),
    period: { ...Object.fromEntries(times), checkinAdvanceMinutes, noShowMinutes },
  };
};

const periodTimes = ['checkinOpensAt', 'noShowAt'] as const;

/** @throws RecordRejected if the field is missing */
const requireField = (fields: PeriodFields, name: keyof PeriodFields): number =>
  fields[name] ?? rejectRecord('missing', { field: name });

const readStart = (fields: PeriodFields): CheckinPeriod => {
  const startsAt = requireField(fields, 'startsAt');
  const advanceMinutes = requireField(fields, 'checkinAdvanceMinutes');
  const noShowMinutes = requireField(fields, 'noShowMinutes');
  return { checkinOpensAt: startsAt - advanceMinutes * MINUTE, noShowAt: startsAt + noShowMinutes * MINUTE };
};

/** An omitted time keeps its value; times cannot be cleared. */
const readTimes = (fields: PeriodFields, before: CheckinPeriod | undefined): CheckinPeriod => {
  const timeOf = (name: keyof CheckinPeriod): Instant =>
    fields[name] === undefined && before ? before[name] : requireField(fields, name);
  return { checkinOpensAt: timeOf('checkinOpensAt'), noShowAt: timeOf('noShowAt') };
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const findPeriod = (fields: PeriodFields, before: CheckinPeriod | undefined): CheckinPeriod => {
  const hasTimes = periodTimes.some((name) => isGiven(fields[name]));
  const hasStart = startFields.some((name) => isGiven(fields[name]));
  if (hasTimes && hasStart) return rejectRecord('period_mixed', { times: periodTimes, starts: startFields });
  if (hasStart) return readStart(fields);
  if (hasTimes) return readTimes(fields, before);
  const isOmitted = [...periodTimes, ...startFields].every((name) => fields[name] === undefined);
  return isOmitted && before ? before : rejectRecord('period_missing', { times: periodTimes, starts: startFields });
};

/**
 * Reads the check-in period of a booking.
 * @param before the period that the booking has so far; undefined for a new booking
 * @throws RecordRejected
 */
const readPeriod = (fields: PeriodFields, before: CheckinPeriod | undefined): CheckinPeriod => {
  const { checkinOpensAt, noShowAt } = findPeriod(fields, before);
  const problem = validatePeriod({ checkinOpensAt, noShowAt });
  if (problem !== undefined) return rejectRecord(problem, { hours: MAX_CHECKIN_PERIOD_HOURS });
  if (!isRfc3339(checkinOpensAt) || !isRfc3339(noShowAt)) return rejectRecord('period_out_of_range');
  return { checkinOpensAt, noShowAt };
};

/** @throws RecordRejected */
const mergeBooking = (before: Booking | undefined, record: BookingRecord, now: Instant): Booking => {
  const merged = { ...(before && pick(before, bookingAttributeNames)), ...record.attributes };
  const missing = requiredAttributeNames.find((name) => !isGiven(merged[name]));
  if (missing) return rejectRecord('missing', { field: missing });
  const attributes = Object.fromEntries(Object.entries(merged).filter(([, value]) => isGiven(value))) as BookingValues;
  return rebook(before, { ...record.ref, ...attributes, ...readPeriod(record.period, before) }, now);
};

export interface BookingImportStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  readonly now: () => Instant;
  /** The author of the changes; absent in a dry run. */
  readonly by?: Acting;
}

/** Applies records of bookings: creates, changes and deletes them. */
export const makeBookingImporter = (
  { users, bookings, now, by }: BookingImportStores,
  options: BookingImportOptions,
): Importer => {
  /** Leaves out users who got their id after the attempt began: a booking dated to its beginning is their predecessor's. */
  const findUserKeys = async (refs: readonly UserRef[], { begunAt }: Attempt): Promise<ReadonlySet<string>> => {
    const distinct = new Map(refs.map((ref) => [userMapKey(ref), ref]));
    const found = (await users.findAll([...distinct.values()])).filter((user) => !isErased(user, begunAt));
    return new Set(found.map(({ companyId, id }) => userMapKey({ companyId, userId: id })));
  };

  const prepare = async (records: readonly BookingRecord[], attempt: Attempt) => {
    // Dates the changes to the beginning of the attempt. If somebody else gets the id of a user meanwhile, a booking that is
    // still written is then older than its new user, and so is not shown as theirs.
    const audited = by && { by: { ...by, now: () => attempt.begunAt } };
    const refs = new Map(records.map(({ ref }) => [bookingMapKey(ref), ref]));
    const found = await bookings.findAll([...refs.values()]);
    const existing = new Map(found.map((booking) => [bookingMapKey(booking), booking]));
    const deletedKeys = new Set(records.filter(({ isDeleted }) => isDeleted).map(({ ref }) => bookingMapKey(ref)));
    /** For new bookings, and for those that one of the records deletes, because a later record might create them again. */
    const userMustExist = ({ ref, isDeleted }: BookingRecord): boolean =>
      !options.allowUnknownUsers &&
      !isDeleted &&
      (!existing.has(bookingMapKey(ref)) || deletedKeys.has(bookingMapKey(ref)));
    const userKeys = await findUserKeys(
      records.filter(userMustExist).map(({ ref }) => ref.user),
      attempt,
    );
    return {
      keysOf: ({ ref }: BookingRecord) => [bookingMapKey(ref)] as const,
      apply: async (record: BookingRecord, isFirstRecord: boolean) => {
        const { ref, isDeleted } = record;
        const isUserMissing = userMustExist(record) && !userKeys.has(userMapKey(ref.user));
        const decide = (before: Booking | undefined): Booking | undefined => {
          if (isDeleted) return undefined;
          if (!before && isUserMissing) rejectRecord('user_unknown', { userId: ref.user.userId });
          return mergeBooking(before, record, now());
        };
        // After an earlier record about the booking, what was read is out of date.
        const current = isFirstRecord ? { booking: existing.get(bookingMapKey(ref)) } : undefined;
        return outcomeForImport(await bookings.change(ref, decide, current, audited), isFirstRecord, attempt);
      },
    };
  };

  return {
    kind: 'bookings',
    companyId: options.companyId,
    apply: (records, attempt = { begunAt: now() }) =>
      applyRecords(
        records,
        (fields) => parseBooking(fields, options),
        (parsed) => prepare(parsed, attempt),
      ),
  };
};
