import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { makeTokenMint } from '../../../shared/adapters/jwt/token-mint.ts';
import { makeAccessTokenVerifier, makeRefreshTokenVerifier } from '../../../shared/adapters/jwt/token-verifier.ts';
import type { SigningKey, SigningKeys } from '../../../shared/adapters/secrets-manager/signing-keys.ts';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import { startFamily } from '../../../shared/domain/token-family.ts';
import type { TokenSet } from '../../../shared/domain/token-mint.ts';

const settings = { tokenIssuer: 'https://issuer.example', accessTokenSeconds: 3_600, refreshTokenSeconds: 604_800 };
const issuedAt = Date.UTC(2026, 10, 21, 8);
const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, issuedAt);
const contents = {
  accessKeyId: 'access-key-1',
  refreshKeyId: 'refresh-key-1',
  scopes: ['checkin'],
  revocationNumber: 0,
} as const;
const family = startFamily(client.clientId, contents, { ...settings, refreshGraceSeconds: 60 }, issuedAt);

const makeKeys = async (keyId: string, secret: string): Promise<SigningKeys> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key: SigningKey = {
    keyId,
    key: await crypto.subtle.importKey('raw', Buffer.from(secret), algorithm, false, ['sign', 'verify']),
    createdAt: 0,
  };
  return { current: async () => key, find: async (wanted) => (wanted === keyId ? key : undefined) };
};

const keys = {
  access: await makeKeys('access-key-1', 'a'.repeat(64)),
  refresh: await makeKeys('refresh-key-1', 'r'.repeat(64)),
};
const mint = makeTokenMint(keys, settings);
const [generation] = family.generations;
const at = () => generation.issuedAt + 1_000;

const verifySet = async ({ accessToken, refreshToken }: TokenSet) => {
  const { tokenIssuer, accessTokenSeconds, refreshTokenSeconds } = settings;
  const access = { tokenIssuer, lifetimeSeconds: accessTokenSeconds };
  const refresh = { tokenIssuer, lifetimeSeconds: refreshTokenSeconds };
  return {
    access: await makeAccessTokenVerifier(keys.access, access, at)(accessToken),
    refresh: await makeRefreshTokenVerifier(keys.refresh, refresh, at)(refreshToken),
  };
};

describe('A token set', () => {
  it('carries the scopes and the revocation number that its generation records', async () => {
    const scopes = ['checkin', 'sync'] as const;
    const set = await mint.mint(client, family, { ...generation, scopes, revocationNumber: 3 });
    for (const token of [set.accessToken, set.refreshToken]) {
      expect(decodeJwt(token)).toMatchObject({ scope: 'checkin sync', revocation_number: 3 });
    }
    const carried = { scopes, revocationNumber: 3 };
    expect(await verifySet(set)).toMatchObject({ access: carried, refresh: carried });
  });

  it('is the same each time it is made', async () => {
    const recorded = { ...generation, scopes: ['sync'], revocationNumber: 1 } as const;
    expect(await mint.mint(client, family, recorded)).toEqual(await mint.mint(client, family, recorded));
  });
});
