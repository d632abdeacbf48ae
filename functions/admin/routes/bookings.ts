import {
  cancelBookingRequest,
  checkInRequest,
  undoCheckinRequest,
  type CancelBookingResponse,
  type CheckInResponse,
  type UndoCheckinResponse,
} from '../../../shared/console-api/bookings.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import * as useCases from '../../../shared/use-cases/bookings/change-booking.ts';
import type { RequestedBooking } from '../../../shared/use-cases/bookings/read-states.ts';
import { readJson } from '../request.ts';
import { ok, type RouteContext, type RouteHandler } from '../route-context.ts';

/** Returns the key of a booking in the member's company, and the fields that identify the booking in responses. */
const locate = ({ companyId }: RouteContext, { userId, bookingId }: RequestedBooking) => ({
  ref: { user: { companyId, userId }, bookingId },
  view: { companyId, userId, bookingId },
});

export const checkIn: RouteHandler = async (context) => {
  const { at, reason, ...booking } = readJson(context.request, checkInRequest);
  const { ref, view } = locate(context, booking);
  const checkedInAt = await useCases.addCheckin(context, ref, { reason, at });
  return ok<CheckInResponse>({ ...view, checkedInAt: formatDateTime(checkedInAt) });
};

export const undoCheckin: RouteHandler = async (context) => {
  const { reason, ...booking } = readJson(context.request, undoCheckinRequest);
  const { ref, view } = locate(context, booking);
  await useCases.undoCheckin(context, ref, reason);
  return ok<UndoCheckinResponse>({ ...view, undone: true });
};

export const cancelBooking: RouteHandler = async (context) => {
  const { ref, view } = locate(context, readJson(context.request, cancelBookingRequest));
  await useCases.cancelBooking(context, ref);
  return ok<CancelBookingResponse>({ ...view, cancelled: true });
};
