import type { Caller, VerifyToken } from '../../domain/tokens.ts';
import type { Settings } from '../../settings.ts';
import { connectSecrets, makeSigningKeys, makeVersionReader } from '../secrets-manager/signing-keys.ts';
import { makeAccessTokenVerifier } from './token-verifier.ts';

/** The settings for checking access tokens. */
export const accessTokenSettings = ['accessKeySecret', 'tokenIssuer', 'accessTokenSeconds'] as const;

/** Checks access tokens with the signing keys in Secrets Manager. */
export const connectAccessTokenVerifier = ({
  accessKeySecret,
  tokenIssuer,
  accessTokenSeconds,
}: Settings<(typeof accessTokenSettings)[number]>): VerifyToken<Caller> => {
  const keys = makeSigningKeys(makeVersionReader(connectSecrets(), accessKeySecret));
  return makeAccessTokenVerifier(keys, { tokenIssuer, lifetimeSeconds: accessTokenSeconds });
};
