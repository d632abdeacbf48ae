import type { DeviceStore } from '../../domain/device.ts';
import type { CopiedItem, RestoreStores } from '../../domain/restore.ts';
import { badgesOf, hasIdentifiers, IdentifierTaken, lookUpsOf, type User, type UserRef } from '../../domain/user.ts';
import {
  findStillRemoved,
  nameUser,
  refused,
  restoreAll,
  type ItemOutcome,
  type RestoreRules,
} from './restore-rules.ts';

export type UserRestoreStores = Pick<RestoreStores, 'users' | 'devices' | 'userRestore' | 'findRemoved'>;

type CopiedUser = Extract<CopiedItem, { kind: 'user' }>;

const refOf = ({ companyId, id }: User): UserRef => ({ companyId, userId: id });

const toText = ({ name, email, language, devices, ...badges }: User): string =>
  JSON.stringify([name, badgesOf(badges), email, language, devices.toSorted()]);

const setDevices = async (devices: DeviceStore, live: User, copy: User): Promise<boolean> => {
  const added = copy.devices.filter((endpoint) => !live.devices.includes(endpoint));
  const removed = live.devices.filter((endpoint) => !copy.devices.includes(endpoint));
  for (const endpoint of added) await devices.add(refOf(copy), endpoint);
  for (const endpoint of removed) await devices.remove(refOf(copy), endpoint);
  return added.length + removed.length > 0;
};

/**
 * Restores users. A user is refused if another user now has the same e-mail address or one of the badges. If a claim or search
 * item of an existing user is missing, it is written again.
 */
export const makeRestoreUsers = (
  { users, devices, userRestore, findRemoved }: UserRestoreStores,
  rules: RestoreRules,
) => {
  const { dryRun, overwrite } = rules;
  const overwriteUser = async (live: User, copy: User): Promise<ItemOutcome> => {
    const { devices: _, ...profile } = copy;
    if (dryRun) return { outcome: toText(live) === toText(copy) ? 'unchanged' : 'written' };
    const { outcome } = await users.change(refOf(copy), () => profile);
    const haveDevicesChanged = await setDevices(devices, live, copy);
    return { outcome: outcome === 'unchanged' && !haveDevicesChanged ? 'unchanged' : 'written' };
  };

  /** A claim can be out of date, so the users to whom the claims belong are read too. */
  const isTaken = async (user: User): Promise<boolean> => {
    const { companyId, id } = user;
    const wanted = lookUpsOf(user);
    const holders = await users.findIds(companyId, wanted);
    const others = holders.filter((holder) => holder !== undefined && holder !== id) as number[];
    const found = await users.findAll(others.map((userId) => ({ companyId, userId })));
    return found.some((other) => wanted.some((identifier) => hasIdentifiers(other, identifier)));
  };

  const restoreUser = async (
    { user, item }: CopiedUser,
    live: User | undefined,
    isRemoved: boolean,
  ): Promise<ItemOutcome> => {
    const name = nameUser(refOf(user));
    if (isRemoved) return refused('removed_user', name);
    try {
      if (live) return overwrite ? await overwriteUser(live, user) : { outcome: 'unchanged' };
      if (dryRun && (await isTaken(user))) return refused('identifier_taken', name);
      if (!dryRun && !(await userRestore.createUser(user, item))) return { outcome: 'unchanged' };
      return { outcome: 'written' };
    } catch (error) {
      if (error instanceof IdentifierTaken) return refused('identifier_taken', name);
      throw error;
    }
  };

  /** Written claims and search items have an outcome. Those left unchanged have none, and tombstones never have one. */
  const restoreOther = async (item: CopiedItem): Promise<ItemOutcome | undefined> => {
    if (dryRun) return undefined;
    if (item.kind === 'removal') await userRestore.create(item.item);
    const isWritten = item.kind === 'identifier' && (await userRestore.restoreIdentifier(item.item));
    return isWritten ? { outcome: 'written' } : undefined;
  };

  return async (items: readonly CopiedItem[]): Promise<ItemOutcome[]> => {
    const copies = items.filter((item) => item.kind === 'user');
    const found = await users.findAll(copies.map(({ user }) => refOf(user)));
    const live = new Map(found.map((user) => [nameUser(refOf(user)), user]));
    const missing = copies.map(({ user }) => refOf(user)).filter((ref) => !live.has(nameUser(ref)));
    const removed = await findStillRemoved(missing, findRemoved, rules);
    return restoreAll(items, (item) => {
      if (item.kind !== 'user') return restoreOther(item);
      const name = nameUser(refOf(item.user));
      return restoreUser(item, live.get(name), removed.has(name));
    });
  };
};
