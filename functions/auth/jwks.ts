import type { PublicKey } from '../../shared/domain/public-key.ts';
import type { HttpResponse } from '../../shared/http/response.ts';

/** Shorter than the 90 seconds between a key's publication and its first use, so a cached response has every key in use. */
const MAX_AGE_SECONDS = 60;

/** A public key (RFC 7517, section 4; RFC 8037, section 2). */
const toJwk = ({ kid, x }: PublicKey) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' });

/** GET /.well-known/jwks.json: returns the public keys of access tokens (RFC 7517, section 5). */
export const showKeys = async (keys: { verifyingKeys(): Promise<readonly PublicKey[]> }): Promise<HttpResponse> => ({
  statusCode: 200,
  body: { keys: (await keys.verifyingKeys()).map(toJwk) },
  headers: { 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}` },
});
