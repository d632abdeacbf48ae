import type { Instant } from '../../domain/instant.ts';
import {
  NEW_KEY_DELAY_MILLISECONDS,
  type KeySecrets,
  type KeyVersion,
  type KeyVersions,
} from '../../domain/key-secrets.ts';
import type { PublicKeyRegistry } from '../../domain/public-key.ts';
import type { TokenKind } from '../../domain/tokens.ts';

/** `next`: does not sign yet. `current`: signs. `previous`: no longer signs; its tokens are still valid. */
type KeyStatus = 'next' | 'current' | 'previous';

interface ListedKey extends KeyVersion {
  readonly kind: TokenKind;
  readonly status: KeyStatus;
  /** Absent if the key is not published yet. */
  readonly signsFrom?: Instant;
  /** In base64url. */
  readonly publicKey?: string;
  /** When the last token of the key expires. Absent for a `current` or `next` key. */
  readonly verifiesUntil?: Instant;
}

type Publication = Pick<ListedKey, 'signsFrom' | 'publicKey' | 'verifiesUntil'>;

/** @param findPublication returns the publication of an access key, or the time when a refresh key begins to sign */
const listKind = (
  kind: TokenKind,
  { current, previous }: KeyVersions,
  findPublication: (version: KeyVersion) => Publication,
  now: Instant,
): ListedKey[] => {
  const toListedKey = (version: KeyVersion, status: KeyStatus, published: Publication) => ({
    ...version,
    kind,
    status,
    ...published,
  });
  const signingSinceCreation = (version: KeyVersion): Publication => ({
    signsFrom: version.createdAt,
    ...findPublication(version),
  });
  // The first key of a kind has no waiting period: it can sign as soon as it exists.
  if (!previous) return [toListedKey(current, 'current', signingSinceCreation(current))];
  const published = findPublication(current);
  const isSigning = now >= (published.signsFrom ?? Infinity);
  return [
    toListedKey(current, isSigning ? 'current' : 'next', published),
    toListedKey(previous, isSigning ? 'previous' : 'current', signingSinceCreation(previous)),
  ];
};

/** Lists the newer key of each kind first. @throws UseCaseError `signing_key_missing` */
export const listKeys = async (
  {
    keys,
    publicKeys,
  }: { readonly keys: Pick<KeySecrets, 'find'>; readonly publicKeys: Pick<PublicKeyRegistry, 'list'> },
  now: Instant,
): Promise<ListedKey[]> => {
  const [access, refresh, published] = await Promise.all([
    keys.find('access'),
    keys.find('refresh'),
    publicKeys.list(),
  ]);
  const findPublished = ({ keyId }: KeyVersion): Publication => {
    const key = published.find(({ kid }) => kid === keyId);
    return key ? { signsFrom: key.signsFrom, publicKey: key.x, verifiesUntil: key.verifiesUntil } : {};
  };
  const refreshPublication = (version: KeyVersion) =>
    version.keyId === refresh.current.keyId && refresh.previous
      ? { signsFrom: version.createdAt + NEW_KEY_DELAY_MILLISECONDS }
      : {};
  return [...listKind('access', access, findPublished, now), ...listKind('refresh', refresh, refreshPublication, now)];
};
