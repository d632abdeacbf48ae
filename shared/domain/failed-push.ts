/** Records of the bookings' stream that Lambda gave up, as its message about them says. */
export interface StreamBatch {
  readonly streamArn: string;
  readonly shardId: string;
  /** The first and the last record, both included. */
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
}

/** What a message in the queue of failed pushes is about. */
export type FailedPush =
  /** Refused by SNS: the record is in the message. `endpoints`: the devices it was for; default: all. */
  | { readonly kind: 'refused'; readonly record: object; readonly endpoints?: readonly string[] }
  /** Given up by Lambda: the records are in the stream, for 24 hours. */
  | { readonly kind: 'given-up'; readonly batch: StreamBatch }
  | { readonly kind: 'unknown' };

export interface FailedPushMessage {
  readonly messageId: string;
  readonly receipt: string;
  readonly failed: FailedPush;
}

/** The queue of failed pushes. */
export interface FailedPushQueue {
  /** Some messages, hidden from other readers for some minutes; none if the queue has no more. */
  receive(): Promise<readonly FailedPushMessage[]>;
  remove(message: FailedPushMessage): Promise<void>;
}
