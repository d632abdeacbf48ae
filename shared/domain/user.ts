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
  /** Identifies nobody. */
  readonly name?: string;
  /** The first badge. Unique within the company, compared exactly. */
  readonly uid?: string;
  /** All badges, `uid` first; absent if there are fewer than two. */
  readonly uids?: readonly string[];
  /** Unique within the company, folded by {@link foldEmail}. */
  readonly email?: string;
  /** Of pushes; default: the deployment's. */
  readonly language?: LanguageTag;
  /** SNS platform endpoint ARNs. */
  readonly devices: readonly string[];
  readonly changedBy?: ChangedBy;
}

/** What an import or a booking system says about a user. */
export type UserProfile = Omit<User, 'devices' | 'changedBy'>;

/** As read, for a conditional change. */
export interface KnownUser extends User {
  /** Changes with every change of the profile. */
  readonly revision?: string;
  /** When this user got the id of a removed one. */
  readonly takenAt?: Instant;
}

/** In the order of their ids. */
export interface UserPage {
  readonly users: readonly UserProfile[];
  /** The last id of the page, if there are more users. */
  readonly next?: number;
}

/** One or more, all of the same user. */
export interface Identifiers {
  readonly id?: number;
  readonly uid?: string;
  readonly email?: string;
}

interface Badges {
  readonly uid?: string | undefined;
  readonly uids?: readonly string[] | undefined;
}

/** The first badge comes first. */
export const badgesOf = ({ uid, uids }: Badges): readonly string[] => uids ?? (uid === undefined ? [] : [uid]);

/**
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

/** At most one user of a company has it. The address is folded. */
export type LookUp = { readonly uid: string } | { readonly email: string };

export const lookUpsOf = ({ email, ...badges }: Pick<User, 'uid' | 'uids' | 'email'>): LookUp[] => [
  ...badgesOf(badges).map((uid) => ({ uid })),
  ...(email === undefined ? [] : [{ email }]),
];

/** By uid or, without one, by e-mail address. */
export const toLookUp = ({ uid, email }: Identifiers): LookUp =>
  uid === undefined ? { email: email as string } : { uid };

/** Users are returned in no order, unless stated. */
export interface UserStore {
  /** A consistent read: no request after the response of a removal finds the user. */
  find(ref: UserRef): Promise<User | undefined>;
  /**
   * The holder of a badge or address. May be out of date: compare with {@link find}.
   * @example
   * await users.findId('acme', { uid: 'BADGE-0001' }); // 42
   */
  findId(companyId: string, identifier: LookUp): Promise<number | undefined>;
  /** In the order of the identifiers. */
  findIds(companyId: string, identifiers: readonly LookUp[]): Promise<(number | undefined)[]>;
  /** A consistent read. */
  findAll(refs: readonly UserRef[]): Promise<KnownUser[]>;
  /**
   * Changes one user with its claims atomically. `decide` gets the current user and returns the new one, or `undefined` to remove
   * the user
   * with its devices. It is called again if the user changed meanwhile. Devices of a user that is not removed stay.
   * @param known the result of {@link findAll} for this user; if absent, the user is read first
   * @param audited committed with the change; the outcome is `unchanged` for a user who was removed, or got the id, after
   * `begunAt`
   * @throws IdentifierTaken
   * @example
   * await users.change(ref, (before) => before && { ...before, name: 'Ada Lovelace' }); // { outcome: 'written', … }
   */
  change(
    ref: UserRef,
    decide: (before: User | undefined) => UserProfile | undefined,
    known?: { readonly user: KnownUser | undefined },
    audited?: Audited<User, UserProfile>,
  ): Promise<Change<User, UserProfile>>;
  /** Whether only the tombstone exists: a consistent read. */
  isRemoved(ref: UserRef): Promise<boolean>;
  /**
   * Creates a user or replaces its profile; devices stay.
   * @throws IdentifierTaken
   */
  save(user: UserProfile): Promise<WriteOutcome>;
  /** At most `limit` users with a greater id than `after`. Eventually consistent. */
  listByCompany(companyId: string, page: { readonly after?: number; readonly limit: number }): Promise<UserPage>;
}

/** What check-ins and pushes need. */
export type UserReader = Pick<UserStore, 'find' | 'findId' | 'findIds' | 'findAll'>;

/** Another user of the company has the badge or e-mail address. */
export class IdentifierTaken extends Error {
  readonly code = 'identifier_taken';
}
