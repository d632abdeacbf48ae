import type { DeviceStore } from '../../domain/device.ts';
import type { CopiedItem, RestoreStores } from '../../domain/restore.ts';
import { badgesOf, IdentifierTaken, lookUpsOf, type User, type UserRef } from '../../domain/user.ts';
import {
  findStillRemoved,
  nameUser,
  refused,
  restoreAll,
  type ItemOutcome,
  type RestoreRules,
} from './restore-rules.ts';

export type UserRestoreStores = Pick<RestoreStores, 'users' | 'devices' | 'createUser' | 'findRemoved'>;

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

/** Restores users. A user is refused if another user now has the same e-mail address or one of the badges. */
export const makeRestoreUsers = (
  { users, devices, createUser, findRemoved }: UserRestoreStores,
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

  const isTaken = async (user: User): Promise<boolean> => {
    const holders = await users.findIds(user.companyId, lookUpsOf(user));
    return holders.some((holder) => holder !== undefined && holder !== user.id);
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
      if (!dryRun && !(await createUser(user, item))) return { outcome: 'unchanged' };
      return { outcome: 'written' };
    } catch (error) {
      if (error instanceof IdentifierTaken) return refused('identifier_taken', name);
      throw error;
    }
  };

  return async (items: readonly CopiedItem[]): Promise<ItemOutcome[]> => {
    const copies = items.filter((item) => item.kind === 'user');
    const found = await users.findAll(copies.map(({ user }) => refOf(user)));
    const live = new Map(found.map((user) => [nameUser(refOf(user)), user]));
    const missing = copies.map(({ user }) => refOf(user)).filter((ref) => !live.has(nameUser(ref)));
    const removed = await findStillRemoved(missing, findRemoved, rules);
    return restoreAll(copies, (copy) => {
      const name = nameUser(refOf(copy.user));
      return restoreUser(copy, live.get(name), removed.has(name));
    });
  };
};
