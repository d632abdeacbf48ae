import type { Audited, ChangedBy } from './audit-entry.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user-ref.ts';
import type { LanguageTag } from '../rules/languages.ts';
import type { Change, WriteOutcome } from './write-outcome.ts';
import { defined } from './defined.ts';

export type { UserRef };

/** The key of a user in maps and sets. */
export const userKey = ({ companyId, userId }: UserRef): string => JSON.stringify([companyId, userId]);

export interface User {
  readonly companyId: string;
  readonly id: number;
  /** For people to read; not an identifier. */
  readonly name?: string;
  /** The first badge. Unique within the company, compared exactly. */
  readonly uid?: string;
  /** All badges, `uid` first; absent if there are fewer than two. */
  readonly uids?: readonly string[];
  /** Unique within the company, folded by {@link foldEmail}. */
  readonly email?: string;
  /** The language of pushes to the user; if absent, the deployment's default. */
  readonly language?: LanguageTag;
  /** SNS platform endpoint ARNs of the user's devices. */
  readonly devices: readonly string[];
  /** The last change of the profile. */
  readonly changedBy?: ChangedBy;
}

/** A user as an import or a booking system describes it, without devices. */
export type UserProfile = Omit<User, 'devices' | 'changedBy'>;

/** A user as it was read, for a conditional change. */
export interface KnownUser extends User {
  /** Changes with every change of the profile. */
  readonly revision?: string;
  /** Since when this user has the id of a removed one. */
  readonly takenAt?: Instant;
}

/** Part of a company's users, in the order of their ids. */
export interface UserPage {
  readonly users: readonly UserProfile[];
  /** The last id of the page, if there are more users. */
  readonly next?: number;
}

/** The identifiers in a request: one or more, all of the same user. */
export interface Identifiers {
  readonly id?: number;
  readonly uid?: string;
  readonly email?: string;
}

interface Badges {
  readonly uid?: string | undefined;
  readonly uids?: readonly string[] | undefined;
}

/** All badges of a user, the first one first. */
export const badgesOf = ({ uid, uids }: Badges): readonly string[] => uids ?? (uid === undefined ? [] : [uid]);

/**
 * The members of a user with these badges.
 * @example
 * toBadges(['A-1', 'A-2']); // { uid: 'A-1', uids: ['A-1', 'A-2'] }
 */
export const toBadges = (badges: readonly string[]): Pick<User, 'uid' | 'uids'> =>
  defined({ uid: badges[0], uids: badges.length > 1 ? badges : undefined });

/** Whether every given identifier is this user's; a `uid` may be any of the badges. */
export const hasIdentifiers = (user: User, { id, uid, email }: Identifiers): boolean =>
  (id === undefined || user.id === id) &&
  (uid === undefined || badgesOf(user).includes(uid)) &&
  (email === undefined || user.email === email);

/** A badge or a folded e-mail address, of which a company has one user at most. */
export type LookUp = { readonly uid: string } | { readonly email: string };

/** Every badge of a user, and the e-mail address. */
export const lookUpsOf = ({ email, ...badges }: Pick<User, 'uid' | 'uids' | 'email'>): LookUp[] => [
  ...badgesOf(badges).map((uid) => ({ uid })),
  ...(email === undefined ? [] : [{ email }]),
];

/** How to look up a user whose id is not given: by uid, or else by e-mail address, which is then required. */
export const toLookUp = ({ uid, email }: Identifiers): LookUp =>
  uid === undefined ? { email: email as string } : { uid };

/** The store of users. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface UserStore {
  /** A consistent read: after the response of a removal, no request finds the user. */
  find(ref: UserRef): Promise<User | undefined>;
  /**
   * The user who holds a uid or a folded e-mail address. The claim may be out of date, so compare with the result of
   * {@link find}.
   * @example
   * await users.findId('acme', { uid: 'BADGE-0001' }); // 42
   */
  findId(companyId: string, identifier: LookUp): Promise<number | undefined>;
  /** The holders of several identifiers, in the order of the identifiers. */
  findIds(companyId: string, identifiers: readonly LookUp[]): Promise<(number | undefined)[]>;
  /** The users that exist, read consistently; in no order. */
  findAll(refs: readonly UserRef[]): Promise<KnownUser[]>;
  /**
   * Changes one user and its claims of badges and e-mail address in one atomic step. `decide` gets the current user and returns the
   * new one; `undefined` removes the user with its devices, and frees its badges and e-mail address. `decide` is called again if the
   * user changed in the meantime. The devices of a user that is not removed are kept.
   * @param known the result of {@link findAll} for this user; if absent, the user is read first
   * @param audited recorded with the user, in one transaction with its entries. With `begunAt`, a user who was removed since is not
   * created again, and one who got the id since is not changed: the outcome is `unchanged`
   * @throws IdentifierTaken if a badge or the e-mail address is another user's
   * @example
   * await users.change(ref, (before) => before && { ...before, name: 'Ada Lovelace' }); // { outcome: 'written', … }
   * await users.change(ref, () => undefined); // { outcome: 'deleted', … }
   */
  change(
    ref: UserRef,
    decide: (before: User | undefined) => UserProfile | undefined,
    known?: { readonly user: KnownUser | undefined },
    audited?: Audited<User, UserProfile>,
  ): Promise<Change<User, UserProfile>>;
  /** Whether the user was removed, and does not exist again: a consistent read. */
  isRemoved(ref: UserRef): Promise<boolean>;
  /**
   * Creates a user or replaces its profile; the devices stay as they are.
   * @throws IdentifierTaken if a badge or the e-mail address is another user's
   */
  save(user: UserProfile): Promise<WriteOutcome>;
  /** The company's users with an id greater than `after`, at most `limit`. Eventually consistent. */
  listByCompany(companyId: string, page: { readonly after?: number; readonly limit: number }): Promise<UserPage>;
}

/** The part of the store that check-ins and pushes need. */
export type UserReader = Pick<UserStore, 'find' | 'findId' | 'findIds' | 'findAll'>;

/** A badge or e-mail address that another user of the company holds. */
export class IdentifierTaken extends Error {
  readonly code = 'identifier_taken';
}
