import type { FieldsOf, ResponseOf } from '../../../shared/console-api/schemas.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { describeDryRun } from '../../../shared/messages/messages.ts';
import { summariseAttendance as summariseUseCase } from '../../../shared/use-cases/attendance/attendance.ts';
import { listAttendance as listUseCase } from '../../../shared/use-cases/attendance/list-attendance.ts';
import * as useCases from '../../../shared/use-cases/bookings/change-booking.ts';
import type { RequestedBooking } from '../../../shared/use-cases/bookings/read-states.ts';
import { explainCheckin } from '../../../shared/use-cases/checkin/explain.ts';
import { ConsoleError } from '../console-error.ts';
import { readPage } from '../paging.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

/** Returns the key of a booking in the member's company, and the fields that identify the booking in responses. */
const locate = ({ companyId }: RouteContext, { userId, bookingId }: RequestedBooking) => ({
  ref: { user: { companyId, userId }, bookingId },
  view: { companyId, userId, bookingId },
});

export const checkIn: RouteHandler<'checkIn'> = async (context, { at, reason, ...booking }) => {
  const { ref, view } = locate(context, booking);
  const checkedInAt = await useCases.addCheckin(context, ref, { reason, at });
  return { ...view, checkedInAt: formatDateTime(checkedInAt) };
};

export const undoCheckin: RouteHandler<'undoCheckin'> = async (context, { reason, ...booking }) => {
  const { ref, view } = locate(context, booking);
  await useCases.undoCheckin(context, ref, reason);
  return { ...view, undone: true };
};

export const cancelBooking: RouteHandler<'cancelBooking'> = async (context, booking) => {
  const { ref, view } = locate(context, booking);
  await useCases.cancelBooking(context, ref);
  return { ...view, cancelled: true };
};

/** Returns the response to a gate's dry run, and `openSince` of each booking. */
export const tryCheckin: RouteHandler<'tryCheckin'> = async (context, { id, uid, email, date }) => {
  const { companyId, users, bookings, now, language } = context;
  if ((id ?? uid ?? email) === undefined) throw new ConsoleError('identifier_required');
  const identifiers = { id, uid, email };
  const explained = await explainCheckin({ companyId, identifiers, at: date ?? now() }, { users, bookings });
  const { checkinCount, details, evaluated } = explained;
  const openSince = evaluated.map(({ booking }) => formatDateTime(booking.openSince));
  const bookingViews = details.bookings.map((booking, index) => ({ ...booking, openSince: openSince[index] }));
  const message = describeDryRun(explained, language);
  const response = { statusCode: 200, message, checkinCount, code: details.code, bookings: bookingViews };
  return response as ResponseOf<'tryCheckin'>;
};

const DEFAULT_TIME_ZONE = 'UTC';

type AttendanceQuery = FieldsOf<'listAttendance'> & { readonly q?: string };

export const listAttendance = async (context: RouteContext, query: AttendanceQuery) => {
  const { companyId, now } = context;
  const { limit, after, toNext } = await readPage<string>(context, query);
  const { day, timeZone = DEFAULT_TIME_ZONE, kind, result, q } = query;
  const listQuery = { companyId, day, timeZone, limit, kind, result, person: q, next: after };
  const page = await listUseCase(context, listQuery, now());
  return { companyId, day, timeZone, items: [...page.items], ...toNext(page.next) };
};

export const searchAttendance: RouteHandler<'searchAttendance'> = listAttendance;

export const summariseAttendance: RouteHandler<'summariseAttendance'> = async (
  context,
  { day, timeZone = DEFAULT_TIME_ZONE },
) => {
  const { companyId, now } = context;
  const { quarters, ...summary } = await summariseUseCase(context, { companyId, day, timeZone }, now());
  return { ...summary, quarters: [...quarters] };
};
