import { hash } from 'node:crypto';
import type { Caller, VerifyToken } from '../../domain/tokens.ts';

/** What a token was found to say, and until when that may be believed without looking again. */
export interface Verified {
  readonly caller: Caller;
  /** `kid` of the key it is signed with. */
  readonly keyId: string;
  /** Seconds since the Unix epoch: from the first, inclusive, until the second, exclusive. */
  readonly fromSeconds: number;
  readonly untilSeconds: number;
}

/** More clients than ever share one function instance within an hour; some 300 bytes each. */
const MOST_REMEMBERED = 1_000;

/**
 * An access token comes again with every badge for an hour, and to verify it is a fifth of a check-in's work. What is
 * remembered is known by the token's digest, holds for the very same text alone, and no longer than the token itself lives
 * and its key is known; whatever else comes is verified in full.
 */
export const rememberVerified = (
  verify: (token: string) => Promise<Verified>,
  isKeyKnown: (keyId: string) => Promise<boolean>,
  now: () => number,
): VerifyToken<Caller> => {
  const remembered = new Map<string, Verified>();
  const isGood = async ({ fromSeconds, untilSeconds, keyId }: Verified): Promise<boolean> =>
    fromSeconds * 1000 <= now() && now() < untilSeconds * 1000 && (await isKeyKnown(keyId));

  return async (token) => {
    const digest = hash('sha256', token, 'base64');
    const earlier = remembered.get(digest);
    if (earlier && (await isGood(earlier))) return earlier.caller;
    const verified = await verify(token);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(digest, verified);
    return verified.caller;
  };
};
