import {
  cancelBookingRequest,
  checkInRequest,
  undoCheckinRequest,
  type CancelBookingResponse,
  type CheckInResponse,
  type UndoCheckinResponse,
} from '../../../shared/console-api/bookings.ts';
import type { BookingRef } from '../../../shared/domain/booking.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { addCheckin } from '../../../shared/use-cases/bookings/add-checkin.ts';
import { cancelBooking as cancelUseCase } from '../../../shared/use-cases/bookings/cancel-booking.ts';
import { undoCheckin as undoUseCase } from '../../../shared/use-cases/bookings/undo-checkin.ts';
import { readJson } from '../request.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

interface NamedBooking {
  readonly userId: number;
  readonly bookingId: string;
}

/** A booking of the member's company. */
const refOf = ({ companyId }: RouteContext, { userId, bookingId }: NamedBooking): BookingRef => ({
  user: { companyId, userId },
  bookingId,
});

const viewRef = ({ companyId }: RouteContext, { userId, bookingId }: NamedBooking) => ({
  companyId,
  userId,
  bookingId,
});

/** POST /bookings/check-in */
export const checkIn: RouteHandler = async (context) => {
  const { at, reason, ...booking } = readJson(context.request, checkInRequest);
  const command = { reason, ...(at !== undefined && { at }) };
  const checkedInAt = await addCheckin(context, refOf(context, booking), command);
  const body: CheckInResponse = { ...viewRef(context, booking), checkedInAt: formatDateTime(checkedInAt) };
  return { statusCode: 200, body };
};

/** POST /bookings/undo-check-in */
export const undoCheckin: RouteHandler = async (context) => {
  const { reason, ...booking } = readJson(context.request, undoCheckinRequest);
  await undoUseCase(context, refOf(context, booking), reason);
  const body: UndoCheckinResponse = { ...viewRef(context, booking), undone: true };
  return { statusCode: 200, body };
};

/** POST /bookings/cancel */
export const cancelBooking: RouteHandler = async (context) => {
  const booking = readJson(context.request, cancelBookingRequest);
  await cancelUseCase(context, refOf(context, booking));
  const body: CancelBookingResponse = { ...viewRef(context, booking), cancelled: true };
  return { statusCode: 200, body };
};
