import * as v from 'valibot';
import { bookingKinds, type Booking, type BookingKind, type BookingStore } from '../../domain/booking.ts';
import { validateId, validateText, type Problem } from '../../domain/identifier.ts';
import { validateCompanyId, validateName } from '../../domain/validate-text.ts';
import { number, optionalInstant, optionalNumber, optionalText, parseFields, text } from './field.ts';
import type { ImportKind } from './import-kind.ts';
import { periodOfLine } from './period-of-line.ts';

type BookingLine = Omit<Booking, 'checkin'>;

const faultOfKind = (value: unknown): Problem =>
  bookingKinds.some((kind) => kind === value) ? undefined : `must be ${bookingKinds.join(' or ')}`;

const faultOfMinutes = (value: unknown): Problem =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number of minutes, 0 or more';

const schema = v.object({
  companyId: text(validateCompanyId),
  bookingId: text((value) => validateText(value, 1, 128)),
  userId: number(validateId),
  kind: text(faultOfKind),
  name: optionalText(validateName),
  checkinOpensAt: optionalInstant,
  noShowAt: optionalInstant,
  startsAt: optionalInstant,
  checkinAdvanceMinutes: optionalNumber(faultOfMinutes),
  noShowMinutes: optionalNumber(faultOfMinutes),
});

export const parseBooking: ImportKind<BookingLine>['parse'] = (line) => {
  const parsed = parseFields(schema, line);
  if ('reason' in parsed) return parsed;
  const { companyId, userId, bookingId, kind, name } = parsed.fields;
  const found = periodOfLine(parsed.fields);
  if ('reason' in found) return found;
  const place = { kind: kind as BookingKind, ...(name !== undefined && { name }) };
  return { item: { user: { companyId, userId }, bookingId, ...place, ...found.period } };
};

const columns = ['companyId', 'bookingId', 'userId', 'kind'];

export const makeBookingImport = (bookings: BookingStore): ImportKind<BookingLine> => ({
  columns: {
    required: [
      [...columns, 'checkinOpensAt', 'noShowAt'],
      [...columns, 'startsAt', 'checkinAdvanceMinutes', 'noShowMinutes'],
    ],
    optional: ['name'],
    numeric: ['userId', 'checkinAdvanceMinutes', 'noShowMinutes'],
  },
  parse: parseBooking,
  keysOf: ({ user, bookingId }) => [JSON.stringify([user.companyId, user.userId, bookingId])],
  save: (booking) => bookings.save(booking),
});
