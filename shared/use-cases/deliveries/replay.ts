import pMap from 'p-map';
import { recordAction, WHOLE_DEPLOYMENT, type AuditContext } from '../../domain/audit-entry.ts';
import type {
  FailedDelivery,
  FailedDeliveryMessage,
  FailedDeliveryQueue,
  StreamBatch,
} from '../../domain/failed-delivery.ts';

export interface ReplayDependencies {
  readonly queue: FailedDeliveryQueue;
  /** @returns undefined if the stream no longer has the records */
  readonly readStream: (batch: StreamBatch) => Promise<readonly object[] | undefined>;
  /** @returns whether all records were delivered */
  readonly deliver: (records: readonly object[], endpoints?: readonly string[]) => Promise<boolean>;
}

/** The number of messages with each result. */
export interface ReplayOutcome {
  readonly replayed: number;
  /** These messages stay in the queue. */
  readonly failed: number;
  /** These messages have an unknown format, or the stream no longer has their records. They stay in the queue until they expire. */
  readonly lost: number;
}

type Result = keyof ReplayOutcome;

/** What was done until the end, or until an error ended the replay. */
interface ReplayResult {
  readonly outcome: ReplayOutcome;
  readonly error?: unknown;
}

const replayOne = async (failed: FailedDelivery, { readStream, deliver }: ReplayDependencies): Promise<Result> => {
  if (failed.kind === 'unknown') return 'lost';
  if (failed.kind === 'rejected') return (await deliver([failed.record], failed.endpoints)) ? 'replayed' : 'failed';
  const records = await readStream(failed.batch);
  if (!records) return 'lost';
  return (await deliver(records)) ? 'replayed' : 'failed';
};

const RELEASES_AT_ONCE = 10;

const replayAll = async (dependencies: ReplayDependencies): Promise<ReplayResult> => {
  const { queue } = dependencies;
  const outcome = { replayed: 0, failed: 0, lost: 0 };
  const seen = new Set<string>();
  /** The messages that were not replayed, by id. */
  const remaining = new Map<string, FailedDeliveryMessage>();
  /** The messages that came again since the last new one. */
  const repeated = new Set<string>();
  try {
    for (;;) {
      const messages = await queue.receive();
      // Ends without messages, or with only such as came again before. Messages that were seen appear again if the replay takes
      // minutes, and new ones can follow them.
      if (messages.every(({ messageId }) => repeated.has(messageId))) return { outcome };
      // Only the newest receipt of a message is sure to work.
      for (const message of messages) {
        if (seen.has(message.messageId)) repeated.add(message.messageId);
        else repeated.clear();
        remaining.set(message.messageId, message);
      }
      for (const message of messages.filter(({ messageId }) => !seen.has(messageId))) {
        seen.add(message.messageId);
        const result = await replayOne(message.failed, dependencies);
        outcome[result] += 1;
        if (result === 'replayed') {
          await queue.remove(message);
          remaining.delete(message.messageId);
        }
      }
    }
  } catch (error) {
    return { outcome, error };
  } finally {
    // Otherwise a replay after the cause is corrected would find the queue empty. If this fails, they are hidden for some minutes.
    await pMap(remaining.values(), (message) => queue.release(message).catch(() => undefined), {
      concurrency: RELEASES_AT_ONCE,
    });
  }
};

export type DeliveryKind = 'pushes' | 'events';

/**
 * Delivers everything in a queue of failed deliveries again. The receiver can recognise duplicates: two pushes by the id of
 * their check-in, two events by the id of the event.
 * @returns what was done, even if an error ended the replay
 * @example
 * await replay('pushes', dependencies, context); // { outcome: { replayed: 3, failed: 0, … } }
 */
export const replay = async (
  kind: DeliveryKind,
  dependencies: ReplayDependencies,
  context: AuditContext,
): Promise<ReplayResult> => {
  await recordAction(context, WHOLE_DEPLOYMENT, { action: `${kind}.replay`, target: {} });
  const result = await replayAll(dependencies);
  const done = { action: `${kind}.replay-done`, target: {}, after: { ...result.outcome } } as const;
  await recordAction(context, WHOLE_DEPLOYMENT, done).catch((error: unknown) => {
    // What ended the replay, such as expired credentials, probably causes this error too.
    if (!('error' in result)) throw error;
  });
  return result;
};
