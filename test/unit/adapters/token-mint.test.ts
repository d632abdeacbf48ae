import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { makeTokenMint } from '../../../shared/adapters/jwt/token-mint.ts';
import { makeAccessTokenVerifier, makeRefreshTokenVerifier } from '../../../shared/adapters/jwt/token-verifier.ts';
import type { SigningKey, SigningKeys } from '../../../shared/adapters/secrets-manager/signing-keys.ts';
import type { ApiClient } from '../../../shared/domain/api-client.ts';
import type { TokenFamily } from '../../../shared/domain/token-family.ts';
import type { TokenSet } from '../../../shared/domain/token-mint.ts';
import type { TokenKind } from '../../../shared/domain/tokens.ts';

/** Token sets that version 1.0 made, with their input. */
interface Recorded {
  readonly secrets: Readonly<Record<TokenKind, string>>;
  readonly settings: { tokenIssuer: string; accessTokenSeconds: number; refreshTokenSeconds: number };
  readonly client: ApiClient;
  readonly family: TokenFamily;
  readonly tokenSets: readonly TokenSet[];
}

const file = join(import.meta.dirname, '../../support/tokens-of-version-1.0.json');
const { secrets, settings, client, family, tokenSets } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;

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
  access: await makeKeys('access-key-1', secrets.access),
  refresh: await makeKeys('refresh-key-1', secrets.refresh),
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

describe('A token set of version 1.0', () => {
  it('is made again, byte for byte, from the record of version 1.0', async () => {
    const made = await Promise.all(family.generations.map((one) => mint.mint(client, family, one)));
    expect(made).toEqual(tokenSets);
  });

  it('allows check-ins, and carries the revocation number 0', async () => {
    const caller = {
      clientId: client.clientId,
      companyId: 'acme',
      scopes: ['checkin'],
      revocationNumber: 0,
    };
    expect(await verifySet(tokenSets[0] as TokenSet)).toEqual({
      access: caller,
      refresh: { ...caller, familyId: family.familyId, generation: 0 },
    });
  });
});

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
