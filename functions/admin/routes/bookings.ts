import { formatDateTime } from '../../../shared/domain/instant.ts';
import * as useCases from '../../../shared/use-cases/bookings/change-booking.ts';
import type { RequestedBooking } from '../../../shared/use-cases/bookings/read-states.ts';
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
