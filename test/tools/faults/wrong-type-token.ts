import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { localKeySecrets } from '../../../shared/local-service.ts';
import type { Secret } from '../../../lib/local/secret-store.ts';
import { makePair } from '../../../shared/adapters/keys/ed25519.ts';
import { tokenKinds } from '../../../shared/adapters/jwt/token-kinds.ts';

type Secrets = Readonly<Record<string, Secret>>;

/**
 * The same claims with the same key, as a token of another type: what an attacker could get if the key were also used
 * for something else (RFC 8725, section 2.8).
 * @param signingKeys the file in which the local service keeps them.
 */
export const makeWrongTypeToken = (accessToken: string, signingKeys: string): Promise<string> => {
  const { current, previous } = (JSON.parse(signingKeys) as Secrets)[localKeySecrets.access] as Secret;
  const { kid = '' } = decodeProtectedHeader(accessToken);
  const key = [current, previous].find((version) => version?.versionId === kid);
  if (!key) throw new Error(`no signing key ${kid}`);
  return new SignJWT(decodeJwt(accessToken))
    .setProtectedHeader({ alg: tokenKinds.access.alg, typ: tokenKinds.refresh.typ, kid })
    .sign(makePair(key.value).privateKey);
};
