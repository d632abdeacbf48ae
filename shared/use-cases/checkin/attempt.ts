import type { CheckinRecord, RepeatedRequest } from '../../domain/booking.ts';
import { isOtherSwipe, type AttemptKey, type CheckinAttempt } from '../../domain/checkin-attempt.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserRef } from '../../domain/user.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';

/**
 * The attempt that a request is, unless it repeats another.
 * @param open the bookings that it is about
 */
export const toAttempt = (request: CheckinRequest, open: readonly string[]): CheckinAttempt => ({
  checkinId: request.requestId,
  at: momentOf(request),
  receivedAt: request.receivedAt,
  notify: request.notify,
  ...(request.at !== undefined && { isDated: true as const }),
  open,
});

/** What makes the repeats of a request with an Idempotency-Key. */
export const toAttemptKey = (
  { caller, idempotencyKey }: CheckinRequest & { readonly idempotencyKey: string },
  user: UserRef,
): AttemptKey => ({ clientId: caller.clientId, idempotencyKey, user });

/** Whether a request repeats the one whose attempt was recorded first. */
export const isRepeatOf = ({ checkinId }: CheckinAttempt, { requestId }: CheckinRequest): boolean =>
  checkinId !== requestId;

/** What a request says of the one that it repeats, when it checks a booking in. */
export const toRepeated = (attempt: CheckinAttempt, request: CheckinRequest): RepeatedRequest =>
  isRepeatOf(attempt, request) ? { firstReceivedAt: attempt.receivedAt } : {};

/** @throws ServiceError `idempotency_key_reused` if the key belongs to another swipe */
export const refuseOtherSwipe = (first: CheckinAttempt, request: CheckinRequest): void => {
  if (isRepeatOf(first, request) && isOtherSwipe(first, request.at))
    throw new ServiceError('idempotency_key_reused', 'the key belongs to a check-in at another moment');
};

/** What a request records on the bookings that it checks in, as the attempt that it is or repeats. */
export const toRecord = (request: CheckinRequest, { checkinId, at, notify }: CheckinAttempt): CheckinRecord => ({
  at,
  receivedAt: request.receivedAt,
  clientId: request.caller.clientId,
  requestId: request.requestId,
  checkinId,
  notify,
  ...(request.reader !== undefined && { reader: request.reader }),
  ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
});
