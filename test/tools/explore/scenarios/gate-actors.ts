import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { CheckinResult } from '../../../../shared/use-cases/checkin/explain.ts';
import { makeLogWriter } from '../../../../shared/use-cases/checkin/checkin-log.ts';
import { checkInBatch } from '../../../../shared/use-cases/checkin/perform-batch.ts';
import { checkInUser } from '../../../../shared/use-cases/checkin/perform-checkin.ts';
import { NOON } from '../environment.ts';
import type { Actor, RunRecord } from '../scenario.ts';
import { caller, user } from './company.ts';

/** The response to one check-in of a gate, or to an item of a batch. */
export type GateResponse = { readonly requestId: string } & (
  | {
      readonly count: number;
      /** The ids of the bookings, if the request asked for details. */
      readonly checkedIn?: readonly string[];
    }
  | { readonly error: string }
);

/** The responses to the check-ins of one attempt, in the order of the check-ins; empty if the actor got no response. */
export const responsesOf = (attempt: RunRecord['attempts'][number]): readonly GateResponse[] => {
  const { swipes } = attempt.actor;
  if (!swipes) return [];
  if (attempt.end === 'succeeded') return [attempt.value as GateResponse | GateResponse[]].flat();
  const { requestId } = attempt;
  if (swipes.length > 1 || attempt.end === 'lost') return [];
  return [{ requestId, error: attempt.end === 'refused' ? attempt.code : 'dependency_unavailable' }];
};

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
  willRetry: !isSentOnce,
  swipes: [isKeyless ? {} : { key }],
  request: async ({ requestId, now, checkinLog, onLogFailed, ...stores }) => {
    const request = {
      identifiers: byUid ? { uid: 'E-1' } : { id: user.userId },
      at: NOON,
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

/**
 * Turns the rejection of a request into a response if earlier requests of the attempt were served, because what those requests
 * changed is not undone.
 */
const toRefusal = (error: unknown, requestId: string, served: number): GateResponse[] => {
  if (served > 0 && error instanceof ServiceError && error.code !== 'dependency_unavailable')
    return [{ requestId, error: error.code }];
  throw error;
};

/**
 * A reader that was offline. It sends its swipes as one batch, and retries each in a separate batch, the last swipe first.
 */
export const batch = (name: string, ...keys: readonly string[]): Actor => ({
  name,
  willRetry: true,
  swipes: keys.map((key) => ({ key })),
  request: async ({ requestId, now, checkinLog, onLogFailed, ...stores }) => {
    const send = async (batchKeys: readonly string[], id: string): Promise<GateResponse[]> => {
      const items = batchKeys.map((idempotencyKey) => ({
        identifiers: { id: user.userId },
        at: NOON,
        notify: true,
        idempotencyKey,
      }));
      const request = { items, caller, requestId: id, receivedAt: now() };
      const dependencies = { ...stores, clients: stores.access, activityLog: checkinLog, onLogFailed };
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
      const sent = send([key], id).catch((error: unknown) => toRefusal(error, id, responses.length));
      responses.unshift(...(await sent));
    }
    return responses;
  },
});
