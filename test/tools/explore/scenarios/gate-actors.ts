import type { BatchItem } from '../../../../shared/use-cases/checkin/checkin-request.ts';
import { checkInBatch } from '../../../../shared/use-cases/checkin/perform-batch.ts';
import type { CheckinResult } from '../../../../shared/use-cases/checkin/checkin-result.ts';
import { checkInUser } from '../../../../shared/use-cases/checkin/perform-checkin.ts';
import { makeLogWriter } from '../../../../shared/use-cases/checkin/log-writer.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { Actor, ActorContext } from '../scenario.ts';
import { NOON } from '../environment.ts';
import { caller, user } from './company.ts';

/** The response to a gate, and whether the log entry of its request was given up. */
export interface GateResponse {
  readonly count: number;
  readonly isRepeated: boolean;
  readonly checkedIn?: readonly string[];
  readonly isLogFailed: boolean;
}

/** One swipe of a badge at a gate. */
export interface SwipeOptions {
  /** The name of the actor; also its Idempotency-Key, unless there is another or none. */
  readonly name: string;
  /** Default: the name. */
  readonly key?: string;
  readonly isKeyless?: boolean;
  readonly details?: boolean;
  readonly byUid?: boolean;
}

const watchLog = () => {
  const watch = { isLogFailed: false };
  const onLogFailed = () => void (watch.isLogFailed = true);
  return { watch, onLogFailed };
};

const toResponse = ({ checkinCount, isRepeated, details }: CheckinResult, isLogFailed: boolean): GateResponse => ({
  count: checkinCount,
  isRepeated,
  isLogFailed,
  ...(details && {
    checkedIn: details.bookings.filter(({ result }) => result === 'checked_in').map(({ bookingId }) => bookingId),
  }),
});

/** A request of a gate for noon, with a push. It is repeated with its key; without a key it is sent once. */
export const swipe = ({
  name,
  key = name,
  isKeyless = false,
  details = false,
  byUid = false,
}: SwipeOptions): Actor => ({
  name,
  willRepeat: !isKeyless,
  request: async ({ requestId, now, checkinLog, ...stores }) => {
    const { watch, onLogFailed } = watchLog();
    const result = await checkInUser(
      {
        identifiers: byUid ? { uid: 'E-1' } : { id: user.userId },
        at: NOON,
        notify: true,
        caller,
        requestId,
        receivedAt: now(),
        ...(details && { details }),
        ...(!isKeyless && { idempotencyKey: key }),
      },
      { ...stores, logWriter: makeLogWriter(checkinLog, onLogFailed) },
    );
    return toResponse(result, watch.isLogFailed);
  },
});

/** A reader that was offline sends the keys as the items of a batch, and repeats the items that failed. */
export const batch = (name: string, keys: readonly string[]): Actor => ({
  name,
  willRepeat: true,
  request: async ({ requestId, now, checkinLog, ...stores }: ActorContext) => {
    const { watch, onLogFailed } = watchLog();
    const items = keys.map((idempotencyKey): BatchItem => ({
      identifiers: { id: user.userId },
      at: NOON,
      notify: true,
      idempotencyKey,
    }));
    const outcomes = await checkInBatch(
      { items, caller, requestId, receivedAt: now() },
      { ...stores, activityLog: checkinLog, onLogFailed },
    );
    return outcomes.map((outcome) => {
      if ('result' in outcome) return toResponse(outcome.result, watch.isLogFailed);
      if (outcome.error instanceof ServiceError) return { error: outcome.error.code };
      throw outcome.error;
    });
  },
});
