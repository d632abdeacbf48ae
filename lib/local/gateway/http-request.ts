import type { Instant } from '../../../shared/domain/instant.ts';

/** A request as it came over the wire, body read to its end. */
export interface HttpRequest {
  readonly method: string;
  /** The request target, as sent. */
  readonly target: string;
  /** HTTP version, such as `1.1`. */
  readonly version: string;
  /** Names and values by turns, as sent: Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly remoteAddress: string;
  readonly localPort: number;
  readonly requestId: string;
  readonly receivedAt: Instant;
}
