import { isDeepStrictEqual } from 'node:util';
import { type User, type UserRef, IdentifierTaken, type UserStore } from '../../../shared/domain/user.ts';
import type { DeviceStore } from '../../../shared/domain/device.ts';

const keyOf = ({ companyId, userId }: UserRef): string => JSON.stringify([companyId, userId]);

/** Users and their devices in memory, `existing` among them from the start. */
export const makeInMemoryUsers = (existing: readonly User[] = []): UserStore & DeviceStore => {
  const users = new Map(existing.map((user) => [keyOf({ companyId: user.companyId, userId: user.id }), user]));

  const holderOf = (companyId: string, field: 'uid' | 'email', value: string | undefined): number | undefined =>
    [...users.values()].find((user) => user.companyId === companyId && value !== undefined && user[field] === value)
      ?.id;

  const refuseWhatIsTaken = (
    { companyId, id, ...identifiers }: Omit<User, 'devices'>,
    field: 'uid' | 'email',
  ): void => {
    const holder = holderOf(companyId, field, identifiers[field]);
    if (holder !== undefined && holder !== id) throw new IdentifierTaken(`${field} is user ${holder}'s`);
  };

  return {
    find: async (ref) => users.get(keyOf(ref)),
    findId: async (companyId, identifier) =>
      'uid' in identifier ? holderOf(companyId, 'uid', identifier.uid) : holderOf(companyId, 'email', identifier.email),
    add: async (ref, endpoint) => {
      const user = users.get(keyOf(ref));
      if (!user) return undefined;
      users.set(keyOf(ref), { ...user, devices: [...new Set([...user.devices, endpoint])] });
      return user.devices.includes(endpoint) ? 'unchanged' : 'written';
    },
    remove: async (ref, endpoint) => {
      const user = users.get(keyOf(ref));
      if (!user?.devices.includes(endpoint)) return 'unchanged';
      users.set(keyOf(ref), { ...user, devices: user.devices.filter((device) => device !== endpoint) });
      return 'written';
    },
    save: async (profile) => {
      refuseWhatIsTaken(profile, 'uid');
      refuseWhatIsTaken(profile, 'email');
      const key = keyOf({ companyId: profile.companyId, userId: profile.id });
      const before = users.get(key);
      const after = { ...profile, devices: before?.devices ?? [] };
      users.set(key, after);
      return isDeepStrictEqual(before, after) ? 'unchanged' : 'written';
    },
  };
};
