import type { Actor } from './audit-entry.ts';
import { DAY, type Instant } from './instant.ts';
import { INVITATION_DAYS, type Role } from '../rules/roles.ts';

/** The account with this subject, or any account with this e-mail address if the issuer has verified the address. */
export type Invitee =
  | {
      /** An address in the form of {@link foldEmail}. */
      readonly email: string;
    }
  | { readonly subject: string };

/** An offer to become a member of a company. */
export interface Invitation {
  readonly id: string;
  /** The issuer with which the invited person signs in. */
  readonly issuer: string;
  readonly invitee: Invitee;
  readonly role: Role;
  readonly invitedBy: Actor;
  readonly endsAt: Instant;
}

export const endOfInvitation = (now: Instant): Instant => now + INVITATION_DAYS * DAY;

export const isOpen = ({ endsAt }: Invitation, now: Instant): boolean => now < endsAt;

/** Whom an invitation is for, and the issuer that identifies them. */
export type InvitationTarget = Pick<Invitation, 'issuer' | 'invitee'>;

export const isSameTarget = (one: InvitationTarget, other: InvitationTarget): boolean =>
  one.issuer === other.issuer && JSON.stringify(one.invitee) === JSON.stringify(other.invitee);

/** Creates an account for the address if there is none. Mails a temporary password unless the account has already been used. */
export type InviteByEmail = (email: string) => Promise<void>;
