import { auditEntry, type AuditContext, type AuditedAction } from '../../domain/audit-entry.ts';
import type { FailedDelivery, FailedDeliveryQueue, StreamBatch } from '../../domain/failed-delivery.ts';

export interface ReplayDependencies {
  readonly queue: FailedDeliveryQueue;
  /** Reads the records of a batch from the stream; undefined if the stream no longer has them. */
  readonly readStream: (batch: StreamBatch) => Promise<readonly object[] | undefined>;
  /**
   * Calls the function that delivers them.
   * @returns whether all were delivered
   */
  readonly deliver: (records: readonly object[], endpoints?: readonly string[]) => Promise<boolean>;
}

/** How many messages of the queue were replayed, failed again, or can no longer be replayed. */
export interface ReplayOutcome {
  readonly replayed: number;
  /** Deliveries that failed again, and stay in the queue. */
  readonly failed: number;
  /**
   * Messages that cannot be replayed: their records have left the stream, or their form is unknown. They stay in the queue until its
   * retention ends.
   */
  readonly lost: number;
}

type Result = keyof ReplayOutcome;

const replayOne = async (failed: FailedDelivery, { readStream, deliver }: ReplayDependencies): Promise<Result> => {
  if (failed.kind === 'unknown') return 'lost';
  if (failed.kind === 'rejected') return (await deliver([failed.record], failed.endpoints)) ? 'replayed' : 'failed';
  const records = await readStream(failed.batch);
  if (!records) return 'lost';
  return (await deliver(records)) ? 'replayed' : 'failed';
};

const replayAll = async (dependencies: ReplayDependencies): Promise<ReplayOutcome> => {
  const { queue } = dependencies;
  const outcome = { replayed: 0, failed: 0, lost: 0 };
  const seen = new Set<string>();
  for (;;) {
    const messages = (await queue.receive()).filter(({ messageId }) => !seen.has(messageId));
    if (messages.length === 0) return outcome;
    for (const message of messages) {
      seen.add(message.messageId);
      const result = await replayOne(message.failed, dependencies);
      if (result === 'replayed') await queue.remove(message);
      outcome[result] += 1;
    }
  }
};

/** What can be replayed, by the noun of the command line. */
export type Replayed = 'pushes' | 'events';

/**
 * Delivers everything in a queue of failed deliveries again, and removes what was delivered from the queue. What had arrived before
 * can be recognised: a push by the id of its check-in, which a device shows only once, an event by its own id.
 * @example
 * await replay('pushes', dependencies, context); // { replayed: 3, failed: 0, … }
 */
export const replay = async (
  what: Replayed,
  dependencies: ReplayDependencies,
  context: AuditContext,
): Promise<ReplayOutcome> => {
  const record = (action: AuditedAction) => context.adminLog.recordAdmin(auditEntry(context, '', action));
  await record({ action: `${what}.replay`, target: {} });
  const outcome = await replayAll(dependencies);
  await record({ action: `${what}.replay-done`, target: {}, after: { ...outcome } });
  return outcome;
};
