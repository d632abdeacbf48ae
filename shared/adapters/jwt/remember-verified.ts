import { hash } from 'node:crypto';
import type { Caller, VerifyToken } from '../../domain/tokens.ts';

/** The claims of a verified token, and how long the result may be reused. */
export interface Verified {
  readonly caller: Caller;
  /** `kid` of the key it is signed with. */
  readonly keyId: string;
  /** Seconds since the Unix epoch: from the first (inclusive) to the second (exclusive). */
  readonly fromSeconds: number;
  readonly untilSeconds: number;
}

/** More than the number of clients that use one function instance within an hour; an entry has about 300 bytes. */
const MAX_REMEMBERED = 1_000;

/**
 * Caches verified tokens. A gate sends the same access token with every request for an hour, and verification is a fifth of the
 * CPU time of a check-in. The cache key is the token's digest, so a cached result applies only to exactly the same string, and only
 * while the token is valid and its key is known. Every other token is verified in full.
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
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(digest, verified);
    return verified.caller;
  };
};
