/** A range of records of a stream that Lambda discarded after its last retry. */
export interface StreamBatch {
  readonly streamArn: string;
  readonly shardId: string;
  /** The first and the last record, inclusive. */
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
}

/** A record that no retry can deliver, with what is needed to deliver it again. */
export interface RejectedRecord {
  /** Why it was rejected. */
  readonly reason: string;
  readonly record: object;
}

/** The queue of rejected records, until an operator replays them. May throw {@link ServiceError} `dependency_unavailable`. */
export interface RejectedRecords<Rejected extends RejectedRecord = RejectedRecord> {
  keep(rejected: Rejected): Promise<void>;
}

/** The content of a message in the queue of failed deliveries: of pushes, or of events. */
export type FailedDelivery =
  /**
   * SNS rejected a push, or EventBridge an event: the message contains the record. `endpoints`: the devices of a push; default:
   * all.
   */
  | { readonly kind: 'rejected'; readonly record: object; readonly endpoints?: readonly string[] }
  /** Records that Lambda discarded: the stream keeps them for 24 hours. */
  | { readonly kind: 'discarded'; readonly batch: StreamBatch }
  | { readonly kind: 'unknown' };

export interface FailedDeliveryMessage {
  readonly messageId: string;
  readonly receipt: string;
  readonly failed: FailedDelivery;
}

/** The queue of failed deliveries. */
export interface FailedDeliveryQueue {
  /** Some messages, hidden from other readers for some minutes; none if the queue has no more. */
  receive(): Promise<readonly FailedDeliveryMessage[]>;
  remove(message: FailedDeliveryMessage): Promise<void>;
}
