import type { CheckinRecord, RepeatedRequest } from '../../domain/booking.ts';
import { isOtherSwipe, type AttemptKey, type CheckinAttempt } from '../../domain/checkin-attempt.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserRef } from '../../domain/user.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import { defined } from '../../domain/defined.ts';

/** @param open the ids of the bookings that are open at the request's time */
export const toAttempt = (request: CheckinRequest, open: readonly string[]): CheckinAttempt => ({
  checkinId: request.requestId,
  at: momentOf(request),
  receivedAt: request.receivedAt,
  notify: request.notify,
  ...(request.at !== undefined && { isDated: true as const }),
  open,
});

export const toAttemptKey = (
  { caller, idempotencyKey }: CheckinRequest & { readonly idempotencyKey: string },
  user: UserRef,
): AttemptKey => ({ clientId: caller.clientId, idempotencyKey, user });

/** Whether the recorded attempt belongs to an earlier request. */
export const isRetry = ({ requestId }: CheckinRequest, { checkinId }: CheckinAttempt): boolean =>
  checkinId !== requestId;

/** Returns an empty object for the first request. */
export const toRepeated = (attempt: CheckinAttempt, request: CheckinRequest): RepeatedRequest =>
  isRetry(request, attempt) ? { firstReceivedAt: attempt.receivedAt } : {};

/** @throws ServiceError `idempotency_key_reused` if the key belongs to another swipe */
export const assertSameSwipe = (first: CheckinAttempt, request: CheckinRequest): void => {
  if (isRetry(request, first) && isOtherSwipe(first, request.at))
    throw new ServiceError('idempotency_key_reused', 'the key belongs to a check-in at another moment');
};

/** The record that a request writes. The record of a retry has the time, check-in id and `notify` of the first request. */
export const toRecord = (request: CheckinRequest, { checkinId, at, notify }: CheckinAttempt): CheckinRecord =>
  defined({
    at,
    receivedAt: request.receivedAt,
    clientId: request.caller.clientId,
    requestId: request.requestId,
    checkinId,
    notify,
    reader: request.reader,
    idempotencyKey: request.idempotencyKey,
  });
