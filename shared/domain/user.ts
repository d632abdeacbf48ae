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
