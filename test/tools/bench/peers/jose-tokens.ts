import { randomUUID } from 'node:crypto';
import { generateKeyPair, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { defaultLifetimes } from '../../../../shared/settings.ts';

const ISSUER = 'http://peer.localhost';

/** A generation of a client's token family, as in the service. */
export interface Generation {
  readonly clientId: string;
  readonly familyId: string;
  readonly number: number;
}

/** Makes access and refresh tokens as JWTs that are signed with the service's algorithms and have claims like the service's. */
export const makeTokens = async () => {
  const { privateKey } = await generateKeyPair('EdDSA');
  const refreshKey = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const sign = (
    header: { readonly alg: string; readonly typ: string },
    key: CryptoKey,
    { clientId }: Generation,
    seconds: number,
    otherClaims: JWTPayload,
  ): Promise<string> => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: ISSUER, aud: ISSUER, sub: clientId, client_id: clientId, company_id: 'acme' };
    return new SignJWT({ ...claims, iat, exp: iat + seconds, jti: randomUUID(), scope: 'checkin', ...otherClaims })
      .setProtectedHeader({ ...header, kid: 'key-1' })
      .sign(key);
  };
  return {
    signAccess: (generation: Generation) =>
      sign({ alg: 'EdDSA', typ: 'at+jwt' }, privateKey, generation, defaultLifetimes.accessTokenSeconds, {}),
    signRefresh: (generation: Generation) => {
      const { familyId, number } = generation;
      return sign({ alg: 'HS256', typ: 'rt+jwt' }, refreshKey, generation, defaultLifetimes.refreshTokenSeconds, {
        family_id: familyId,
        generation: number,
      });
    },
    async verifyRefresh(token: string): Promise<Generation | undefined> {
      try {
        const options = { algorithms: ['HS256'], issuer: ISSUER, audience: ISSUER, typ: 'rt+jwt' };
        const { payload } = await jwtVerify(token, refreshKey, options);
        const { sub = '', family_id: familyId, generation: number } = payload;
        return { clientId: sub, familyId, number } as Generation;
      } catch {
        return undefined;
      }
    },
  };
};

export const firstGeneration = (clientId: string): Generation => ({ clientId, familyId: randomUUID(), number: 0 });

export const nextGeneration = (last: Generation): Generation => ({ ...last, number: last.number + 1 });
