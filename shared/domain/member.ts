import type { Role } from '../rules/roles.ts';
import type { ConsoleIdentity } from './console-identity.ts';
import type { Instant } from './instant.ts';

/** A person who may use the console for a company. */
export interface Member extends ConsoleIdentity {
  readonly email?: string;
  readonly role: Role;
  readonly createdAt: Instant;
}

export const isSameIdentity = (one: ConsoleIdentity, other: ConsoleIdentity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;
