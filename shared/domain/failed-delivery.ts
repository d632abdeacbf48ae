/** A range of records of the bookings' stream that Lambda discarded after its last retry. */
export interface StreamBatch {
  readonly streamArn: string;
  readonly shardId: string;
  /** The first and the last record, inclusive. */
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
}

/** The content of a message in the queue of failed pushes. */
export type FailedDelivery =
  /** A push that SNS refused: the message contains the record. `endpoints`: the devices it was for; default: all. */
  | { readonly kind: 'refused'; readonly record: object; readonly endpoints?: readonly string[] }
  /** Records that Lambda discarded: the stream keeps them for 24 hours. */
  | { readonly kind: 'given-up'; readonly batch: StreamBatch }
  | { readonly kind: 'unknown' };

export interface FailedDeliveryMessage {
  readonly messageId: string;
  readonly receipt: string;
  readonly failed: FailedDelivery;
}

/** The queue of failed pushes. */
export interface FailedDeliveryQueue {
  /** Some messages, hidden from other readers for some minutes; none if the queue has no more. */
  receive(): Promise<readonly FailedDeliveryMessage[]>;
  remove(message: FailedDeliveryMessage): Promise<void>;
}
