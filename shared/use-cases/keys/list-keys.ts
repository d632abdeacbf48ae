import type { Instant } from '../../domain/instant.ts';
import { NEW_KEY_DELAY_MILLISECONDS, type KeySecrets, type KeyVersion } from '../../domain/key-secrets.ts';
import { allTokenKinds, type TokenKind } from '../../domain/tokens.ts';

/** `next`: does not sign yet. `current`: signs. `previous`: no longer signs; its tokens are still valid. */
export type KeyStatus = 'next' | 'current' | 'previous';

export interface ListedKey extends KeyVersion {
  readonly kind: TokenKind;
  readonly status: KeyStatus;
  readonly signsFrom: Instant;
}

/** The signing keys of both kinds of token, the newer first. @throws UseCaseError `signing_key_missing` */
export const listKeys = async (keys: Pick<KeySecrets, 'find'>, now: Instant): Promise<ListedKey[]> => {
  const listKind = async (kind: TokenKind): Promise<ListedKey[]> => {
    const { current, previous } = await keys.find(kind);
    if (!previous) return [{ ...current, kind, status: 'current', signsFrom: current.createdAt }];
    const signsFrom = current.createdAt + NEW_KEY_DELAY_MILLISECONDS;
    const isSigning = now >= signsFrom;
    return [
      { ...current, kind, status: isSigning ? 'current' : 'next', signsFrom },
      { ...previous, kind, status: isSigning ? 'previous' : 'current', signsFrom: previous.createdAt },
    ];
  };
  return (await Promise.all(allTokenKinds.map(listKind))).flat();
};
