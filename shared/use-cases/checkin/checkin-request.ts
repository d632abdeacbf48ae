import type { LoggedIdentifiers } from '../../domain/logs.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Caller } from '../../domain/tokens.ts';
import type { Identifiers } from '../../domain/identifiers.ts';

/** The content of a check-in request. */
export interface CheckinCommand {
  readonly identifiers: Identifiers;
  /** When the person was at the gate: the `date` of the request, or when it was received. */
  readonly at: Instant;
  readonly isDated: boolean;
  readonly notify: boolean;
  /** The name of the door or device. */
  readonly reader?: string;
  readonly idempotencyKey?: string;
  /** Whether the response lists the bookings and their results. */
  readonly details?: boolean;
}

/** An item of a batch. The request calls its `idempotencyKey` just `key`. */
export type BatchItem = Omit<CheckinCommand, 'details'> & Required<Pick<CheckinCommand, 'idempotencyKey'>>;

/** An item that cannot be performed. */
export interface InvalidItem {
  readonly error: unknown;
  /** Present if only the identifiers are invalid. */
  readonly rejected: RejectedCheckin | undefined;
}

/** What is known of a request before its content is read. */
export interface ReceivedRequest {
  readonly caller: Caller;
  /** Different for each item of a batch. */
  readonly requestId: string;
  readonly receivedAt: Instant;
}

export interface CheckinRequest extends CheckinCommand, ReceivedRequest {}

/** A request that is invalid because of its identifiers alone. */
export interface RejectedCheckin extends Pick<CheckinCommand, 'reader'> {
  readonly identifiers: LoggedIdentifiers;
  /** Absent if the request has no `date`. */
  readonly at?: Instant;
}
