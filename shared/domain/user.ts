import type { Audited, ChangedBy, AuditEntry } from './audit-entry.ts';
import type { UserValues } from '../rules/attributes.ts';
import type { LookUp } from './identifiers.ts';
import type { Instant } from './instant.ts';
import type { Page } from './page.ts';
import type { Change, WriteOutcome } from './write-outcome.ts';

export interface UserRef {
  readonly companyId: string;
  readonly userId: number;
}

/** A key for maps and sets in memory. */
export const userMapKey = ({ companyId, userId }: UserRef): string => JSON.stringify([companyId, userId]);

export interface User extends UserValues {
  readonly companyId: string;
  readonly id: number;
  readonly devices: readonly string[];
  readonly changedBy?: ChangedBy;
}

/** The data about a user that an import or a booking system sends. */
export type UserProfile = Omit<User, 'devices' | 'changedBy'>;

/** A user as it was read, so that a write can be made conditional on it. */
export interface StoredUser extends User {
  /** Changes with every change of the profile. */
  readonly revision?: string;
  /** When this user took over the id of a removed user. */
  readonly takenAt?: Instant;
}

/** A user as it is now, or what is left of a removed user. */
export type UserState = StoredUser | { readonly removedAt: Instant };

export const isRemovedUser = (state: UserState | undefined): state is { readonly removedAt: Instant } =>
  state !== undefined && 'removedAt' in state;

/** The user, unless it was removed. */
export const presentUser = (state: UserState | undefined): StoredUser | undefined =>
  state && !isRemovedUser(state) ? state : undefined;

/**
 * Whether data about a user that was written at this time is about a person who has since been removed, even if somebody else
 * has the id now. Requests in flight during a removal can leave such data, until housekeeping deletes it.
 * @param state undefined if there has never been a user with the id
 */
export const isErased = (state: UserState | undefined, writtenAt: Instant): boolean =>
  isRemovedUser(state) || (state?.takenAt !== undefined && writtenAt < state.takenAt);

/** Removes what only the store needs. */
export const withoutRevision = (stored: StoredUser): User => {
  const { revision: _, takenAt: __, ...user } = stored;
  return user;
};

/** Users are returned in no particular order, unless stated otherwise. */
export interface UserStore {
  /** Reads consistently: after a removal has responded, the user is no longer found. */
  find(ref: UserRef): Promise<User | undefined>;
  /** Returns the id of the user with this badge or address. It might be out of date, so check it with {@link find}. */
  findId(companyId: string, identifier: LookUp): Promise<number | undefined>;
  findIds(companyId: string, identifiers: readonly LookUp[]): Promise<(number | undefined)[]>;
  /** Reads consistently. */
  findAll(refs: readonly UserRef[]): Promise<StoredUser[]>;
  /** Like {@link findAll}, by id, and with the tombstones of removed users. */
  findStates(companyId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, UserState>>;
  /**
   * Atomically changes one user, and the entries that {@link findId} looks up. `decide` gets the current user and returns the
   * new one, or `undefined` to remove the user with its devices. `decide` is called again if the user changed meanwhile. Unless
   * the user is removed, its devices stay.
   * @param alreadyRead the result of {@link findAll} for this user; if absent, the user is read first
   * @param audited the author, and the audit entries to commit with the change. The outcome is `unchanged` if, after `begunAt`,
   * the user was removed or another user took over the id
   * @throws IdentifierTaken
   */
  change(
    ref: UserRef,
    decide: (before: User | undefined) => UserProfile | undefined,
    alreadyRead?: { readonly user: StoredUser | undefined },
    audited?: Audited<User, UserProfile>,
  ): Promise<Change<User, UserProfile>>;
  /** Creates a user or replaces its profile; devices stay. @throws IdentifierTaken */
  save(user: UserProfile): Promise<WriteOutcome>;
  /** Returns at most `limit` users with a greater id than `after`, in the order of their ids. Eventually consistent. */
  listByCompany(
    companyId: string,
    page: { readonly after?: number; readonly limit: number },
  ): Promise<Page<UserProfile, number>>;
}

export type UserReader = Pick<UserStore, 'find' | 'findId' | 'findIds' | 'findAll'>;

/** Another user of the company has the badge or e-mail address. */
export class IdentifierTaken extends Error {
  readonly code = 'identifier_taken';
  readonly field: string;
  readonly userId: number;

  constructor(field: string, userId: number) {
    super(`the ${field} belongs to user ${userId}`);
    this.field = field;
    this.userId = userId;
  }
}

/** A user is one item of at most 400 KB: 50 endpoint ARNs need 100 KB at most. */
export const MAX_DEVICES = 50;

interface Registration {
  /** `full`: the user has {@link MAX_DEVICES} other devices. `taken`: somebody in another company has this one. */
  readonly outcome: WriteOutcome | 'no_user' | 'full' | 'taken';
  /** The id of the user of the company who had the device until now. */
  readonly movedFrom?: number;
}

/**
 * Stores the ARNs of the SNS platform endpoints that get a user's pushes. A device belongs to one user: the new owner of a used phone
 * must not get the pushes of its former owner. Audit entries are committed with the change.
 */
export interface DeviceStore {
  /** Takes the device from another user of the company. @param toEntries gets that user, if there is one */
  add(
    user: UserRef,
    endpoint: string,
    toEntries?: (former: UserRef | undefined) => readonly AuditEntry[],
  ): Promise<Registration>;
  /** @returns `unchanged` if the user has no such device */
  remove(user: UserRef, endpoint: string, entry?: AuditEntry): Promise<WriteOutcome>;
}

/** A removed user. Requests in flight during the removal might have written data about the user. */
export interface RemovalNote {
  readonly user: UserRef;
  readonly removedAt: Instant;
  readonly id: string;
}

export interface RemovalNotes {
  /** Reads the notes consistently, in the order of the removals. */
  list(): Promise<RemovalNote[]>;
  forget(note: RemovalNote): Promise<void>;
}
