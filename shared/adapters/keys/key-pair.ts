import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import type { CryptoKey } from 'jose';

/** The bytes that precede the seed in the PKCS#8 form of an Ed25519 private key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

interface Ed25519Pair {
  readonly privateKey: CryptoKey;
  readonly x: string;
}

/**
 * Makes the pair whose seed (RFC 8032, section 5.1.5) is the SHA-256 of a secret. Secrets Manager can generate the secret,
 * because any 32 bytes are a seed. The same secret always makes the same pair.
 * @param secret at least 256 random bits
 */
export const makePair = (secret: string): Ed25519Pair => {
  const der = Buffer.concat([PKCS8_PREFIX, hash('sha256', secret, 'buffer')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { privateKey: key.toCryptoKey('Ed25519', false, ['sign']), x };
};
