import type { WriteOutcome } from './write-outcome.ts';

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
  /** SNS platform endpoint ARNs of the user's devices. */
  readonly devices: readonly string[];
}

/** How a caller names a user: one identifier or more, all of the same user. */
export interface Identifiers {
  readonly id?: number;
  readonly uid?: string;
  readonly email?: string;
}

/**
 * The form in which e-mail addresses are kept and compared: NFC, then lower case. Not NFKC or full case folding, which
 * turn the addresses of different people into one.
 */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase();

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
  /**
   * Creates or changes a user; the devices stay as they are.
   * @throws IdentifierTaken where the uid or the e-mail address is another user's.
   */
  save(user: Omit<User, 'devices'>): Promise<WriteOutcome>;
}

/** A uid or e-mail address that another user of the company holds. */
export class IdentifierTaken extends Error {
  readonly code = 'identifier_taken';
}
