import type { Instant } from '../../domain/instant.ts';
import type { Caller } from '../../domain/tokens.ts';
import type { Identifiers } from '../../domain/user.ts';

/** What a caller asks for with a check-in. */
export interface CheckinCommand {
  readonly identifiers: Identifiers;
  /** Default: the moment at which the request was received. */
  readonly at?: Instant;
  readonly notify: boolean;
  /** The name of the door or device. */
  readonly reader?: string;
  readonly idempotencyKey?: string;
  /** Whether the result explains itself. */
  readonly details?: boolean;
}

/** A check-in as it was asked for: what, by whom, when and in which request. */
export interface CheckinRequest extends CheckinCommand {
  readonly caller: Caller;
  /** An item of a batch has an id of its own. */
  readonly requestId: string;
  readonly receivedAt: Instant;
}

export const momentOf = ({ at, receivedAt }: Pick<CheckinRequest, 'at' | 'receivedAt'>): Instant => at ?? receivedAt;
