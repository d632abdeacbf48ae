import type { User, UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** Where users are kept. Every method may throw {@link ServiceError} `database_unavailable`. */
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
