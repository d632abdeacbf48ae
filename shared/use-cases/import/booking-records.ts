import { rebook, type Booking, type BookingRef } from '../../domain/booking.ts';
import { parseDateTime, type Instant } from '../../domain/instant.ts';
import { rejectInvalid, withCompany, type Fields } from './apply-records.ts';
import { readPeriod, type PeriodFields } from './booking-period.ts';
import { parseFields } from './record-fields.ts';
import type { BookingKind } from '../../rules/bookings.ts';
import { DATE_TIME_PROBLEM } from '../../rules/find-problem.ts';
import { bookingRecord } from '../../rules/fields.ts';
import type { ReadLocalTime } from './local-time.ts';

export interface BookingImportOptions {
  readonly companyId?: string;
  /** Accepts bookings of users that do not exist. */
  readonly allowUnknownUsers?: boolean;
  /** If absent, a date-time must have an offset. */
  readonly readLocalTime?: ReadLocalTime;
  /** Appended to the error for a date-time without an offset; for example, `, or give --time-zone`. */
  readonly offsetAdvice?: string;
}

/** `null` clears an attribute; an absent field leaves it as it is. */
export interface BookingRecord {
  readonly ref: BookingRef;
  readonly isDeleted: boolean;
  readonly kind?: BookingKind | null | undefined;
  readonly name?: string | null | undefined;
  readonly period: PeriodFields;
}

const LOCAL_DATE_TIME_PROBLEM = 'must be a date-time, such as 2026-11-21 08:00 or 2026-11-21T08:00:00+01:00';

const readTime = (
  name: string,
  dateTime: string,
  { readLocalTime, offsetAdvice = '' }: BookingImportOptions,
): Instant =>
  parseDateTime(dateTime) ??
  readLocalTime?.(dateTime) ??
  rejectInvalid(`${name} ${readLocalTime ? LOCAL_DATE_TIME_PROBLEM : DATE_TIME_PROBLEM + offsetAdvice}`);

/** @throws RecordRejected */
export const parseBooking = (fields: Fields, options: BookingImportOptions = {}): BookingRecord => {
  const parsed = parseFields(bookingRecord, withCompany(fields, options.companyId));
  if ('reason' in parsed) return rejectInvalid(parsed.reason);
  const { companyId: company, bookingId, userId, deleted, kind, name, ...rest } = parsed.fields;
  const { checkinAdvanceMinutes, noShowMinutes, ...dateTimes } = rest;
  const times = Object.entries(dateTimes).map(([field, value]) => [
    field,
    value === null ? null : readTime(field, value, options),
  ]);
  return {
    ref: { user: { companyId: company, userId }, bookingId },
    isDeleted: deleted === true,
    kind,
    name,
    period: { ...Object.fromEntries(times), checkinAdvanceMinutes, noShowMinutes },
  };
};

/** @throws RecordRejected */
export const mergeBooking = (before: Booking | undefined, record: BookingRecord, now: Instant): Booking => {
  const kind = record.kind === undefined ? before?.kind : record.kind;
  const name = record.name === undefined ? before?.name : record.name;
  if (!kind) return rejectInvalid('kind is missing');
  const period = readPeriod(record.period, before);
  return rebook(before, { ...record.ref, kind, ...(typeof name === 'string' && { name }), ...period }, now);
};
