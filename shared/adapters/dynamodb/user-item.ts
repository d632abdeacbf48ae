import type { KnownUser, User, UserProfile, UserRef } from '../../domain/user.ts';
import { joinKey } from './join-key.ts';

/** A uid or e-mail address that a user has or wants. */
export interface Identifier {
  readonly field: 'uid' | 'email';
  readonly value: string;
}

export const userKey = ({ companyId, userId }: UserRef) => ({ userKey: joinKey(companyId, 'id', userId) });

/** The claim: the look-up item under a uid or e-mail address, with the id of its user. */
export const claimKey = (companyId: string, { field, value }: Identifier) => ({
  userKey: joinKey(companyId, field, value),
});

/** The attributes that an import may change. */
export const profileNames = ['uid', 'email', 'language'] as const;

/**
 * Undefined for an item that has only a revision. The removal of a user leaves such an item. Taking over a claim whose user does
 * not exist creates one.
 */
export const toKnownUser = (item: Record<string, unknown> | undefined): KnownUser | undefined => {
  if (item?.['id'] === undefined) return undefined;
  const { companyId, id, uid, email, language, devices, revision } = item;
  return {
    companyId,
    id,
    ...(uid !== undefined && { uid }),
    ...(email !== undefined && { email }),
    ...(language !== undefined && { language }),
    devices: devices instanceof Set ? [...devices] : [],
    ...(revision !== undefined && { revision }),
  } as unknown as KnownUser;
};

export const withoutRevision = (known: KnownUser): User => {
  const { revision: _, ...user } = known;
  return user;
};

export const identifiersOf = ({ uid, email }: Pick<UserProfile, 'uid' | 'email'>): Identifier[] => [
  ...(uid === undefined ? [] : [{ field: 'uid' as const, value: uid }]),
  ...(email === undefined ? [] : [{ field: 'email' as const, value: email }]),
];

/** The condition that a user's item is unchanged since it was read; `item` is undefined if there was none. */
export const isAsRead = (item: { readonly revision?: unknown } | undefined) => {
  if (!item) return { ConditionExpression: 'attribute_not_exists(userKey)', values: {} };
  const { revision } = item;
  return revision === undefined
    ? { ConditionExpression: 'attribute_exists(userKey) AND attribute_not_exists(revision)', values: {} }
    : { ConditionExpression: 'revision = :revision', values: { ':revision': revision } };
};
