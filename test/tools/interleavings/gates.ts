import { ServiceError } from '../../../shared/domain/service-error.ts';
import { gateErrors } from '../../../shared/rules/errors.ts';
import { makeLogWriter } from '../../../shared/use-cases/checkin/checkin-log.ts';
import { checkInBatch } from '../../../shared/use-cases/checkin/perform-batch.ts';
import { checkInUser } from '../../../shared/use-cases/checkin/perform-checkin.ts';
import type { CheckinResponse } from '../invariants/checkin-invariants.ts';
import type { Actor } from './actor.ts';
import { caller, user } from './company.ts';
import { NOON } from './world.ts';

interface SwipeOptions {
  /** The Idempotency-Key; default: the name of the actor. */
  readonly key?: string;
  readonly isKeyless?: true;
  readonly isSentOnce?: true;
}

const success = (requestId: string, count: number): CheckinResponse => ({ requestId, status: 200, count });

/** A gate that sends a check-in for noon, with a push. By default, it retries the request only if the request has a key. */
export const swipe = (name: string, { key = name, isKeyless, isSentOnce = isKeyless }: SwipeOptions = {}): Actor => ({
  name,
  ...(!isSentOnce && { retries: true }),
  swipes: [isKeyless ? {} : { key }],
  request: async ({ requestId, now, checkinLog, onLogFailed, ...stores }) => {
    const request = {
      identifiers: isKeyless ? { uid: 'E-1' } : { id: user.userId },
      at: NOON,
      isDated: true,
      notify: true,
      caller,
      requestId,
      receivedAt: now(),
      ...(!isKeyless && { idempotencyKey: key }),
    };
    const logWriter = makeLogWriter(checkinLog, onLogFailed);
    const { checkinCount } = await checkInUser(request, { ...stores, clients: stores.access, logWriter });
    return [success(requestId, checkinCount)];
  },
});

/** A reader that was offline. It sends its swipes as one batch. Retries have them in the opposite order. */
export const batch = (name: string, ...keys: readonly string[]): Actor => ({
  name,
  retries: true,
  swipes: keys.map((key) => ({ key })),
  request: async ({ requestId, now, checkinLog, onLogFailed, ...stores }) => {
    const isRetry = !requestId.endsWith('.1');
    const items = (isRetry ? keys.toReversed() : keys).map((idempotencyKey) => ({
      identifiers: { id: user.userId },
      at: NOON,
      isDated: true,
      notify: true,
      idempotencyKey,
    }));
    const request = { items, caller, requestId, receivedAt: now() };
    const dependencies = { ...stores, clients: stores.access, checkinLog, onLogFailed };
    const outcomes = await checkInBatch(request, dependencies);
    const responses = outcomes.map((outcome, index): CheckinResponse => {
      const idOfItem = `${requestId}.${index + 1}`;
      if ('result' in outcome) return success(idOfItem, outcome.result.checkinCount);
      if (!(outcome.error instanceof ServiceError)) throw outcome.error;
      return { requestId: idOfItem, status: gateErrors[outcome.error.code] };
    });
    return isRetry ? responses.toReversed() : responses;
  },
});
