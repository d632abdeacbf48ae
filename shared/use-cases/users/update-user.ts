import type { UserAttributeName, UserValues } from '../../rules/attributes.ts';
import { defined } from '../../rules/plain-values.ts';
import {
  IdentifierTaken,
  MAX_DEVICES,
  type User,
  type UserProfile,
  type UserRef,
  type StoredUser,
  type UserStore,
  type DeviceStore,
} from '../../domain/user.ts';
import { badgesOf, toBadges } from '../../domain/identifiers.ts';
import { auditEntry, changesBetween, type Acting, type Audited, type AuditEntry } from '../../domain/audit-entry.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import type { WriteOutcome } from '../../domain/write-outcome.ts';
import { toState } from './view-user.ts';

/**
 * A field that is `null` clears the attribute; an absent field leaves the attribute as it is. `uids` replaces all badges. `uid`
 * alone replaces the first badge and keeps the others; with `uids`, it must be one of them, and becomes the first.
 */
export type UserChanges = { readonly [Name in UserAttributeName]?: UserValues[Name] | null };

/** Whether `uid` is not among the `uids`. */
export const isUidMissingInUids = ({ uid, uids }: UserChanges): boolean =>
  typeof uid === 'string' && !!uids && !uids.includes(uid);

const badgesAfter = (before: readonly string[], { uid, uids }: UserChanges): readonly string[] => {
  if (uid === undefined && uids === undefined) return before;
  // In a file with both columns, the cell for `uids` is empty (null) for a person with only one badge.
  const badges = uids === undefined ? before.slice(1) : (uids ?? []);
  return typeof uid === 'string' ? [uid, ...badges.filter((badge) => badge !== uid)] : badges;
};

/** @param before undefined for a new user */
export const applyUserChanges = (
  before: User | undefined,
  { companyId, userId }: UserRef,
  changes: UserChanges,
): UserProfile => {
  const { devices: _, uid, uids, ...profile } = before ?? {};
  const { uid: _uid, uids: _uids, ...attributes } = changes;
  const badges = toBadges(badgesAfter(badgesOf({ uid, uids }), changes));
  const merged = { ...profile, companyId, id: userId, ...badges, ...defined(attributes) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as unknown as UserProfile;
};

interface UpdateContext extends Acting {
  readonly users: Pick<UserStore, 'findAll' | 'change'>;
}

/** Reads consistently. @throws UseCaseError `user_not_found` */
export const findStoredUser = async (users: Pick<UserStore, 'findAll'>, ref: UserRef): Promise<StoredUser> => {
  const [user] = await users.findAll([ref]);
  if (!user) throw new UseCaseError('user_not_found', { companyId: ref.companyId });
  return user;
};

/** Makes one entry with the values of the changed attributes, which are deleted with the user. */
const auditUpdate = (author: Acting, { companyId, userId }: UserRef): Audited<User, UserProfile> => ({
  by: author,
  entries: (before, after) => {
    const changes = changesBetween(before ? toState(before) : {}, after ? toState(after) : {});
    return [auditEntry(author, companyId, { action: 'users.update', target: { userId }, ...changes })];
  },
});

/**
 * Changes a user. Writes nothing if the user would stay the same.
 * @param revision the revision that the caller has seen; undefined: any revision
 * @throws UseCaseError `user_not_found`, `user_changed`, `identifier_taken`
 */
export const updateUser = async (
  { users, ...author }: UpdateContext,
  ref: UserRef,
  changes: UserChanges,
  revision: string | undefined,
): Promise<StoredUser> => {
  const stored = await findStoredUser(users, ref);
  const assertExpected = (current: Pick<StoredUser, 'revision'>): void => {
    if (revision !== undefined && current.revision !== revision) throw new UseCaseError('user_changed');
  };
  assertExpected(stored);
  let isFirstCall = true;
  const decide = (before: User | undefined): UserProfile => {
    if (!before) throw new UseCaseError('user_not_found', { companyId: ref.companyId });
    // A second call means that somebody else has changed the user meanwhile, so no expected revision can be current.
    if (!isFirstCall) assertExpected({});
    isFirstCall = false;
    return applyUserChanges(before, ref, changes);
  };
  try {
    await users.change(ref, decide, { user: stored }, auditUpdate(author, ref));
  } catch (error) {
    throw error instanceof IdentifierTaken ? new UseCaseError('identifier_taken', { holder: error.userId }) : error;
  }
  return findStoredUser(users, ref);
};

interface DeviceContext extends Acting {
  readonly devices: DeviceStore;
  /** The beginning of the ARNs of the endpoints that the service may push to. Undefined: any. */
  readonly endpointPrefix?: string | undefined;
}

const entryOf = (
  context: DeviceContext,
  { companyId, userId }: UserRef,
  action: 'devices.add' | 'devices.remove',
  endpoint: string,
): AuditEntry => {
  const change = action === 'devices.add' ? { after: { endpoint } } : { before: { endpoint } };
  return auditEntry(context, companyId, { action, target: { userId }, ...change });
};

interface AddedDevice {
  readonly outcome: WriteOutcome;
  /** The id of the user of the company who had the device until now. */
  readonly movedFrom?: number;
}

/**
 * @param endpoint ARN of an SNS platform endpoint
 * @throws UseCaseError `user_not_found`, `too_many_devices`, `device_taken` (by another company), `foreign_endpoint`
 */
export const addDevice = async (context: DeviceContext, user: UserRef, endpoint: string): Promise<AddedDevice> => {
  const { devices, endpointPrefix = '' } = context;
  if (!endpoint.startsWith(endpointPrefix)) throw new UseCaseError('foreign_endpoint', { prefix: endpointPrefix });
  const { outcome, ...moved } = await devices.add(user, endpoint, (former) => [
    entryOf(context, user, 'devices.add', endpoint),
    ...(former ? [entryOf(context, former, 'devices.remove', endpoint)] : []),
  ]);
  if (outcome === 'no_user') throw new UseCaseError('user_not_found', { companyId: user.companyId });
  if (outcome === 'full') throw new UseCaseError('too_many_devices', { max: MAX_DEVICES });
  if (outcome === 'taken') throw new UseCaseError('device_taken');
  return { outcome, ...moved };
};

/** @throws UseCaseError `device_not_found` */
export const removeDevice = async (context: DeviceContext, user: UserRef, endpoint: string): Promise<void> => {
  const outcome = await context.devices.remove(user, endpoint, entryOf(context, user, 'devices.remove', endpoint));
  if (outcome === 'unchanged') throw new UseCaseError('device_not_found');
};
