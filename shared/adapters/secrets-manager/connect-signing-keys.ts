import type { Settings } from '../../settings.ts';
import { connectSecrets, makeSigningKeys, makeVersionReader, type SigningKeys } from './signing-keys.ts';
import type { TokenKind } from '../../domain/tokens.ts';

/** The keys of both kinds of token, for functions that make token sets. */
export const connectSigningKeys = ({
  accessKeySecret,
  refreshKeySecret,
}: Settings<'accessKeySecret' | 'refreshKeySecret'>): Record<TokenKind, SigningKeys> => {
  const secrets = connectSecrets();
  return {
    access: makeSigningKeys(makeVersionReader(secrets, accessKeySecret)),
    refresh: makeSigningKeys(makeVersionReader(secrets, refreshKeySecret)),
  };
};
