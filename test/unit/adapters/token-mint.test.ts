import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { makeTokenMint } from '../../../shared/adapters/jwt/token-mint.ts';
import { makeAccessTokenVerifier, makeRefreshTokenVerifier } from '../../../shared/adapters/jwt/token-verifier.ts';
import { makePair } from '../../../shared/adapters/keys/key-pair.ts';
import { importPublicKey } from '../../../shared/adapters/keys/verification-keys.ts';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import { startFamily, type TokenSet } from '../../../shared/domain/token-family.ts';

const settings = { tokenIssuer: 'https://issuer.example', accessTokenSeconds: 3_600, refreshTokenSeconds: 604_800 };
const issuedAt = Date.UTC(2026, 10, 21, 8);
const { client } = createApiClient({ companyId: 'acme', name: 'Gate' }, issuedAt);
const keyId = randomUUID();
const contents = { keyId, scopes: ['checkin'], revocationNumber: 0 } as const;
const family = startFamily(client.clientId, contents, { ...settings, refreshGraceSeconds: 60 }, issuedAt);

const { privateKey, x } = makePair('a'.repeat(64));
const signer = { keyId, key: privateKey, createdAt: 0 };
const nextSigner = { ...signer, keyId: 'next', createdAt: 9 };
const findKey = async () => importPublicKey(x);
const keys = { current: async () => nextSigner, find: async (id: string) => (id === keyId ? signer : undefined) };
const mint = makeTokenMint(keys, settings);
const [generation] = family.generations;
const now = () => generation.issuedAt + 1_000;

const verifySet = async ({ accessToken, refreshToken }: TokenSet) => {
  const { tokenIssuer, accessTokenSeconds, refreshTokenSeconds } = settings;
  const access = { tokenIssuer, lifetimeSeconds: accessTokenSeconds };
  const refresh = { tokenIssuer, lifetimeSeconds: refreshTokenSeconds };
  return {
    access: await makeAccessTokenVerifier(findKey, access, now)(accessToken),
    refresh: await makeRefreshTokenVerifier(findKey, refresh, now)(refreshToken),
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

  it('has an access token that expires earlier, even if it was verified before, if the lifetime was shortened', async () => {
    const { accessToken } = await mint.mint(client, family, generation);
    let time = now();
    const shortened = { ...settings, lifetimeSeconds: 600 };
    const verify = makeAccessTokenVerifier(findKey, shortened, () => time);
    expect(await verify(accessToken)).toMatchObject({ clientId: client.clientId });
    time = generation.issuedAt + 700_000;
    await expect(verify(accessToken)).rejects.toMatchObject({ code: 'token_expired' });
  });

  it('is always the same for the same generation, and signed with its key while that exists', async () => {
    const recorded = { ...generation, scopes: ['sync'], revocationNumber: 1 } as const;
    const set = await mint.mint(client, family, recorded);
    expect(await mint.mint(client, family, recorded)).toEqual(set);
    expect(await mint.currentKey()).toEqual({ keyId: 'next', createdAt: 9 });
    const later = await mint.mint(client, family, { ...recorded, keyId: 'dropped' });
    const kids = [set, later].flatMap(({ accessToken, refreshToken }) =>
      [accessToken, refreshToken].map((token) => decodeProtectedHeader(token).kid),
    );
    expect(kids).toEqual([keyId, keyId, 'next', 'next']);
  });
});
