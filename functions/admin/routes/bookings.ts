import { Temporal } from 'temporal-polyfill';
import * as v from 'valibot';
import type { AttendanceRow as RowView } from '../../../shared/console-api/bookings.ts';
import type { FieldsOf, ResponseOf } from '../../../shared/console-api/schemas.ts';
import { defined, pick } from '../../../shared/rules/plain-values.ts';
import { formatDateTime, formatOptional, type Instant } from '../../../shared/domain/instant.ts';
import { invalidField } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { describeDryRun } from '../../../shared/messages/messages.ts';
import { hasAnyIdentifier } from '../../../shared/domain/identifiers.ts';
import { identifierNames } from '../../../shared/rules/attributes.ts';
import { byHandResults, MAX_REPORT_DAYS, type ByHandResult } from '../../../shared/rules/bookings.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { isValid } from '../../../shared/rules/read-value.ts';
import { summariseAttendance as summariseUseCase } from '../../../shared/use-cases/attendance/count-day.ts';
import {
  listAttendance as listUseCase,
  type AttendancePosition,
} from '../../../shared/use-cases/attendance/list-attendance.ts';
import { reportAttendance as reportUseCase } from '../../../shared/use-cases/attendance/report.ts';
import * as useCases from '../../../shared/use-cases/bookings/change-booking.ts';
import type { RequestedBooking } from '../../../shared/use-cases/bookings/read-states.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain-checkin.ts';
import { showByHand } from '../by-hand.ts';
import { ConsoleError } from '../console-error.ts';
import { keyText, readPage } from '../paging.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

/** Returns the key of a booking in the member's company, and the fields that identify the booking in responses. */
const locate = ({ companyId }: RouteContext, { userId, bookingId }: RequestedBooking) => ({
  ref: { user: { companyId, userId }, bookingId },
  view: { companyId, userId, bookingId },
});

/**
 * Returns a request's reason: a text or a code, which are stored alike.
 * @throws ServiceError `invalid_field` unless the request has exactly one of them
 */
const readReason = ({
  reason,
  reasonCode,
}: {
  reason?: string | undefined;
  reasonCode?: string | undefined;
}): string => {
  const given = reason ?? reasonCode;
  if (given === undefined) throw invalidField('reason', { kind: 'required' });
  if (reason !== undefined && reasonCode !== undefined) throw invalidField('reasonCode', { kind: 'without-reason' });
  return given;
};

const isByHandResult = (code: string): code is ByHandResult => byHandResults.some((one) => one === code);

type ByHandItem = ResponseOf<'checkIn'>['items'][number];

/** Checks in one booking. What is wrong with this booking alone is its result; anything else is thrown. */
const checkInOne = async (
  context: RouteContext,
  booking: RequestedBooking,
  command: useCases.AddCheckinCommand,
): Promise<ByHandItem> => {
  const { bookingId } = booking;
  try {
    const checkedInAt = await useCases.addCheckin(context, locate(context, booking).ref, command);
    return { bookingId, result: 'checked_in', checkedInAt: formatDateTime(checkedInAt) };
  } catch (error) {
    if (!(error instanceof UseCaseError) || !isByHandResult(error.code)) throw error;
    const { checkedInAt } = error.details;
    return defined({ bookingId, result: error.code, checkedInAt: formatOptional(checkedInAt as Instant | undefined) });
  }
};

export const checkIn: RouteHandler<'checkIn'> = async (context, { userId, bookingIds, at, ...reasons }) => {
  const command = { reason: readReason(reasons), at: at ?? context.now() };
  // Waits for all changes before it throws the first failure: a retry would conflict with a change in flight.
  const outcomes = await Promise.allSettled(
    bookingIds.map((bookingId) => checkInOne(context, { userId, bookingId }, command)),
  );
  const items = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  // If this company has none of the bookings, the request fails as on every other route.
  if (items.every(({ result }) => result === 'booking_not_found')) throw new ConsoleError('booking_not_found');
  return { companyId: context.companyId, userId, items };
};

export const undoCheckin: RouteHandler<'undoCheckin'> = async (context, { userId, bookingId, ...reasons }) => {
  const { ref, view } = locate(context, { userId, bookingId });
  await useCases.undoCheckin(context, ref, readReason(reasons));
  return { ...view, undone: true };
};

export const cancelBooking: RouteHandler<'cancelBooking'> = async (context, booking) => {
  const { ref, view } = locate(context, booking);
  await useCases.cancelBooking(context, ref);
  return { ...view, cancelled: true };
};

/** Returns the response to a gate's dry run, and `openSince` of each booking. */
export const tryCheckin: RouteHandler<'tryCheckin'> = async (context, { date, ...query }) => {
  const { companyId, users, bookings, now, language } = context;
  const identifiers = pick(query, ['id', ...identifierNames]);
  if (!hasAnyIdentifier(identifiers)) throw new ConsoleError('identifier_required');
  const explained = await explainCheckin({ companyId, identifiers, at: date ?? now() }, { users, bookings });
  const { checkinCount, details, evaluated } = explained;
  // `details` lists the first of the evaluated bookings, in the same order.
  const openSince = evaluated.map(({ booking }) => formatDateTime(booking.openSince));
  const bookingViews = details.bookings.map((booking, index) => ({ ...booking, openSince: openSince[index] }));
  const message = describeDryRun(explained, language);
  const response = { statusCode: 200, message, checkinCount, code: details.code, bookings: bookingViews };
  return response as ResponseOf<'tryCheckin'>;
};

const DEFAULT_TIME_ZONE = 'UTC';

/** A search shows the first few people without a booking; more letters find the others. */
const MAX_PEOPLE_WITHOUT_BOOKING = 20;

const attendancePosition = v.strictObject({
  order: v.picklist(['name', 'opening']),
  checkinOpensAt: v.pipe(v.number(), v.safeInteger()),
  userId: v.pipe(v.number(), v.safeInteger()),
  bookingId: keyText,
});

type AttendanceQuery = FieldsOf<'listAttendance'> & { readonly q?: string };

/** Leaves out what is undefined, and every other attribute of a user. */
const toPerson = ({ name, uid, email }: RowView['person']): RowView['person'] => defined({ name, uid, email });

/** Returns the response to a list, and the people without a booking whom a search has found. */
const readAttendancePage = async (context: RouteContext, query: AttendanceQuery) => {
  const { companyId, now } = context;
  const { limit, after, toNext } = readPage<AttendancePosition>(context, query, attendancePosition);
  const { day, timeZone = DEFAULT_TIME_ZONE, kind, result, site, q } = query;
  const listQuery = { companyId, day, timeZone, limit, kind, result, site, search: q, next: after };
  const page = await listUseCase(context, listQuery, now());
  const rows = page.items.map(({ userName, uid, email, ...row }) => ({
    ...row,
    person: toPerson({ name: userName, uid, email }),
  }));
  const items = showByHand(context, rows);
  const { order, withoutBooking } = page;
  return { list: { companyId, day, timeZone, order, items, ...toNext(page.next) }, withoutBooking };
};

export const listAttendance: RouteHandler<'listAttendance'> = async (context, query) =>
  (await readAttendancePage(context, query)).list;

export const searchAttendance: RouteHandler<'searchAttendance'> = async (context, query) => {
  const { list, withoutBooking } = await readAttendancePage(context, query);
  return {
    ...list,
    withoutBooking: withoutBooking
      .slice(0, MAX_PEOPLE_WITHOUT_BOOKING)
      .map((user) => ({ userId: user.id, person: toPerson(user) })),
  };
};

const dayPosition = v.custom<string>((value) => isValid(fields.day, value));

export const reportAttendance: RouteHandler<'reportAttendance'> = async (context, { next, ...query }) => {
  const { companyId, now } = context;
  const { from, until, timeZone = DEFAULT_TIME_ZONE } = query;
  const days = Temporal.PlainDate.from(from).until(until).days + 1;
  if (days < 1 || days > MAX_REPORT_DAYS) throw invalidField('until', { kind: 'day-range', max: MAX_REPORT_DAYS });
  const { after, toNext } = readPage(context, { next, ...query }, dayPosition);
  const page = await reportUseCase(context, { companyId, from, until, timeZone, site: query.site, next: after }, now());
  return { items: [...page.items], sites: [...page.sites], ...toNext(page.next) };
};

export const summariseAttendance: RouteHandler<'summariseAttendance'> = async (
  context,
  { day, timeZone = DEFAULT_TIME_ZONE, site },
) => {
  const { companyId, now } = context;
  const { quarters, sites, ...summary } = await summariseUseCase(context, { companyId, day, timeZone, site }, now());
  return { ...summary, sites: [...sites], quarters: [...quarters] };
};
