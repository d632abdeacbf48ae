import type { LanguageTag } from './language.ts';
import type { Change, WriteOutcome } from './write-outcome.ts';

/** Names one user of one company. */
export interface UserRef {
  readonly companyId: string;
  readonly userId: number;
}

export interface User {
  readonly companyId: string;
  readonly id: number;
  /** Unique within the company, compared exactly. */
  readonly uid?: string;
  /** Unique within the company, folded by {@link foldEmail}. */
  readonly email?: string;
  /** The language of pushes to the user; left out, the deployment's default. */
  readonly language?: LanguageTag;
  /** SNS platform endpoint ARNs of the user's devices. */
  readonly devices: readonly string[];
}

/** A user as an import or a booking system describes it: all but the devices. */
export type UserProfile = Omit<User, 'devices'>;

/** A user as it was read, for a change that is made only if the user still is so. */
export interface KnownUser extends User {
  /** Differs after every change of the profile. */
  readonly revision?: string;
}

/** Part of a company's users, in the order of their ids. */
export interface UserPage {
  readonly users: readonly UserProfile[];
  /** The last id of the page, where there are more users. */
  readonly next?: number;
}

/** How a caller names a user: one identifier or more, all of the same user. */
export interface Identifiers {
  readonly id?: number;
  readonly uid?: string;
  readonly email?: string;
}

/** Whether every given identifier is this user's. */
export const isNamedBy = (user: User, { id, uid, email }: Identifiers): boolean =>
  (id === undefined || user.id === id) &&
  (uid === undefined || user.uid === uid) &&
  (email === undefined || user.email === email);

/** Where users are kept. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface UserStore {
  find(ref: UserRef): Promise<User | undefined>;
  /** Who holds a uid or a folded e-mail address. A claim can outlive its user's line: compare what {@link find} returns. */
  findId(companyId: string, identifier: { uid: string } | { email: string }): Promise<number | undefined>;
  /** The same for many, in their order. */
  findIds(
    companyId: string,
    identifiers: readonly ({ uid: string } | { email: string })[],
  ): Promise<(number | undefined)[]>;
  /** The users that are there, as they are at this moment; in no order. */
  findAll(refs: readonly UserRef[]): Promise<KnownUser[]>;
  /**
   * Changes one user: `decide` says what the user as it is becomes; `undefined` removes the user with its devices, and frees
   * its uid and e-mail address. It is asked again where somebody else changed the user in between. The devices of a user
   * that stays are kept.
   * @param known the user as {@link findAll} found it, or that it did not; left out, it is read first
   * @throws IdentifierTaken where the uid or the e-mail address is another user's
   */
  change(
    ref: UserRef,
    decide: (before: User | undefined) => UserProfile | undefined,
    known?: { readonly user: KnownUser | undefined },
  ): Promise<Change<User, UserProfile>>;
  /**
   * Creates a user or replaces its profile; the devices stay as they are.
   * @throws IdentifierTaken where the uid or the e-mail address is another user's
   */
  save(user: UserProfile): Promise<WriteOutcome>;
  /**
   * Frees the uid and the e-mail address of a user that is about to be removed, while the user is still there: so no removal
   * that is cut short leaves them behind.
   */
  releaseIdentifiers(ref: UserRef): Promise<void>;
  /** The company's users with an id greater than `after`, at most `limit`; what was written a moment ago may be missing. */
  listByCompany(companyId: string, page: { readonly after?: number; readonly limit: number }): Promise<UserPage>;
}

/** The part of the store that a check-in and a push need. */
export type UserReader = Pick<UserStore, 'find' | 'findId'>;

/** A uid or e-mail address that another user of the company holds. */
export class IdentifierTaken extends Error {
  readonly code = 'identifier_taken';
}
