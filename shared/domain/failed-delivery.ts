/** Records that Lambda discarded after its last retry: those of a shard between two sequence numbers (inclusive). */
export interface StreamBatch {
  readonly streamArn: string;
  readonly shardId: string;
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
}

export interface RejectedRecord {
  readonly reason: string;
  readonly record: object;
}

/** Stores rejected records until an operator replays them. */
export interface RejectedRecords<Rejected extends RejectedRecord = RejectedRecord> {
  keep(rejected: Rejected): Promise<void>;
}

export type FailedDelivery =
  /** SNS or EventBridge rejected the record. `endpoints`: the devices to which a replay pushes; absent for all. */
  | { readonly kind: 'rejected'; readonly record: object; readonly endpoints?: readonly string[] }
  /** The stream keeps these records for 24 hours. */
  | { readonly kind: 'discarded'; readonly batch: StreamBatch }
  | { readonly kind: 'unknown' };

export interface FailedDeliveryMessage {
  readonly messageId: string;
  readonly receipt: string;
  readonly failed: FailedDelivery;
}

export interface FailedDeliveryQueue {
  /** Returns messages, and hides them from other readers for some minutes. Returns no messages if the queue is empty. */
  receive(): Promise<readonly FailedDeliveryMessage[]>;
  remove(message: FailedDeliveryMessage): Promise<void>;
  /** Shows a message to other readers again. */
  release(message: FailedDeliveryMessage): Promise<void>;
}

/**
 * Returns the response that makes Lambda send these stream records again. A record without a sequence number gets an empty
 * identifier, which makes Lambda treat the whole batch as failed.
 */
export const toBatchResponse = (
  failed: readonly { readonly dynamodb?: { readonly SequenceNumber?: string | undefined } | undefined }[],
) => ({ batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })) });
