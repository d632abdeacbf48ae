import { ServiceError } from '../../../shared/domain/service-error.ts';
import { makeLogWriter } from '../../../shared/use-cases/checkin/checkin-log.ts';
import { type CheckinResult, checkInUser } from '../../../shared/use-cases/checkin/perform-checkin.ts';
import { checkInBatch } from '../../../shared/use-cases/checkin/perform-batch.ts';
import type { Actor } from './actor.ts';
import { caller, user } from './company.ts';
import type { GateResponse } from './judge.ts';
import { NOON } from './world.ts';

interface SwipeOptions {
  /** The Idempotency-Key; default: the name of the actor. */
  readonly key?: string;
  readonly isKeyless?: true;
  readonly details?: true;
  readonly byUid?: true;
  readonly isSentOnce?: true;
}

const toResponse = (requestId: string, { checkinCount, details }: CheckinResult): GateResponse => ({
  requestId,
  count: checkinCount,
  ...(details && {
    checkedIn: details.bookings.filter(({ result }) => result === 'checked_in').map(({ bookingId }) => bookingId),
  }),
});

/** A gate that sends a check-in for noon, with a push. By default, it retries the request only if the request has a key. */
export const swipe = (
  name: string,
  { key = name, isKeyless, details, byUid, isSentOnce = isKeyless }: SwipeOptions = {},
): Actor => ({
  name,
  ...(!isSentOnce && { retries: true }),
  swipes: [isKeyless ? {} : { key }],
  request: async ({ requestId, now, checkinLog, onLogFailed, ...stores }) => {
    const request = {
      identifiers: byUid ? { uid: 'E-1' } : { id: user.userId },
      at: NOON,
      isDated: true,
      notify: true,
      caller,
      requestId,
      receivedAt: now(),
      ...(details && { details }),
      ...(!isKeyless && { idempotencyKey: key }),
    };
    const logWriter = makeLogWriter(checkinLog, onLogFailed);
    return toResponse(requestId, await checkInUser(request, { ...stores, clients: stores.access, logWriter }));
  },
});

/** A reader that was offline. It sends its swipes as one batch, and retries each in a separate batch, the last swipe first. */
export const batch = (name: string, ...keys: readonly string[]): Actor => ({
  name,
  retries: true,
  swipes: keys.map((key) => ({ key })),
  request: async ({ requestId, now, checkinLog, onLogFailed, ...stores }) => {
    const send = async (batchKeys: readonly string[], id: string): Promise<GateResponse[]> => {
      const items = batchKeys.map((idempotencyKey) => ({
        identifiers: { id: user.userId },
        at: NOON,
        isDated: true,
        notify: true,
        idempotencyKey,
      }));
      const request = { items, caller, requestId: id, receivedAt: now() };
      const dependencies = { ...stores, clients: stores.access, checkinLog, onLogFailed };
      const outcomes = await checkInBatch(request, dependencies);
      return outcomes.map((outcome, index) => {
        const idOfItem = `${id}.${index + 1}`;
        if ('result' in outcome) return toResponse(idOfItem, outcome.result);
        if (outcome.error instanceof ServiceError) return { requestId: idOfItem, error: outcome.error.code };
        throw outcome.error;
      });
    };
    if (requestId.endsWith('.1')) return send(keys, requestId);
    const responses: GateResponse[] = [];
    for (const [index, key] of [...keys.entries()].toReversed()) {
      const id = `${requestId}.${index + 1}`;
      try {
        responses.unshift(...(await send([key], id)));
      } catch (error) {
        // What the earlier batches of the attempt changed is not undone.
        const isFinal = error instanceof ServiceError && error.code !== 'dependency_unavailable';
        if (!isFinal || responses.length === 0) throw error;
        responses.unshift({ requestId: id, error: error.code });
      }
    }
    return responses;
  },
});
