import type { Instant } from '../../domain/instant.ts';
import {
  NEW_KEY_DELAY_MILLISECONDS,
  type KeySecrets,
  type KeyVersion,
  type PublicKeyRegistry,
} from '../../domain/signing-keys.ts';
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

/** Lists the newer key of each kind first. @throws UseCaseError `signing_key_missing` */
export const listKeys = async (
  {
    keys,
    publicKeys,
  }: { readonly keys: Pick<KeySecrets, 'find'>; readonly publicKeys: Pick<PublicKeyRegistry, 'list'> },
  now: Instant,
): Promise<ListedKey[]> => {
  const reading = publicKeys.list();
  const listKind = async (kind: TokenKind): Promise<ListedKey[]> => {
    const [{ current, previous }, published] = await Promise.all([keys.find(kind), reading]);
    /** The first key of a kind has no waiting period: it can sign as soon as it exists. */
    const publicationOf = ({ keyId, createdAt }: KeyVersion, isFirst: boolean): Publication => {
      const key = kind === 'access' ? published.find(({ kid }) => kid === keyId) : undefined;
      if (key) return { signsFrom: key.signsFrom, publicKey: key.x, verifiesUntil: key.verifiesUntil };
      if (isFirst) return { signsFrom: createdAt };
      return kind === 'access' ? {} : { signsFrom: createdAt + NEW_KEY_DELAY_MILLISECONDS };
    };
    const publication = publicationOf(current, !previous);
    const isSigning = !previous || now >= (publication.signsFrom ?? Infinity);
    const newer = { ...current, kind, status: isSigning ? 'current' : 'next', ...publication } as const;
    if (!previous) return [newer];
    return [newer, { ...previous, kind, status: isSigning ? 'previous' : 'current', ...publicationOf(previous, true) }];
  };
  return (await Promise.all([listKind('access'), listKind('refresh')])).flat();
};
