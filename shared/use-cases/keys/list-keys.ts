import type { Instant } from '../../domain/instant.ts';
import {
  NEW_KEY_DELAY_MILLISECONDS,
  type KeySecrets,
  type KeyVersion,
  type KeyVersions,
} from '../../domain/key-secrets.ts';
import type { PublicKey, PublicKeyRegistry } from '../../domain/public-key.ts';
import type { TokenKind } from '../../domain/tokens.ts';

/** `next`: does not sign yet. `current`: signs. `previous`: no longer signs; its tokens are still valid. */
type KeyStatus = 'next' | 'current' | 'previous';

interface ListedKey extends KeyVersion {
  readonly kind: TokenKind;
  readonly status: KeyStatus;
  /** Absent: the key is not published yet. */
  readonly signsFrom?: Instant;
  /** In base64url. */
  readonly publicKey?: string;
  /** When its last token expires; absent for a key that signs now or next. */
  readonly verifiesUntil?: Instant;
}

type Publication = Partial<Pick<PublicKey, 'x' | 'signsFrom' | 'verifiesUntil'>>;

const toListed = (
  kind: TokenKind,
  version: KeyVersion,
  status: KeyStatus,
  { x, signsFrom, verifiesUntil }: Publication,
): ListedKey => ({
  ...version,
  kind,
  status,
  signsFrom,
  publicKey: x,
  verifiesUntil,
});

/** @param find returns the publication of an access key, or the time when a refresh key begins to sign */
const listKind = (
  kind: TokenKind,
  { current, previous }: KeyVersions,
  find: (version: KeyVersion) => Publication,
  now: Instant,
): ListedKey[] => {
  const publicationOf = (version: KeyVersion): Publication => ({ signsFrom: version.createdAt, ...find(version) });
  // The first key of a kind signs without a delay, from the first log-in.
  if (!previous) return [toListed(kind, current, 'current', publicationOf(current))];
  const publication = find(current);
  const isSigning = publication.signsFrom !== undefined && now >= publication.signsFrom;
  return [
    toListed(kind, current, isSigning ? 'current' : 'next', publication),
    toListed(kind, previous, isSigning ? 'previous' : 'current', publicationOf(previous)),
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
  const findPublished = ({ keyId }: KeyVersion) => published.find(({ kid }) => kid === keyId) ?? {};
  const afterDelay = (version: KeyVersion) =>
    version.keyId === refresh.current.keyId && refresh.previous
      ? { signsFrom: version.createdAt + NEW_KEY_DELAY_MILLISECONDS }
      : {};
  return [...listKind('access', access, findPublished, now), ...listKind('refresh', refresh, afterDelay, now)];
};
