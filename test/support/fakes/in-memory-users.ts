import { isDeepStrictEqual } from 'node:util';
import {
  hasIdentifiers,
  lookUpsOf,
  type LookUp,
  type User,
  type UserProfile,
  type UserRef,
  IdentifierTaken,
  type UserStore,
} from '../../../shared/domain/user.ts';
import type { DeviceStore } from '../../../shared/domain/device.ts';

const keyOf = ({ companyId, userId }: UserRef): string => JSON.stringify([companyId, userId]);
const profileOf = ({ devices: _, ...profile }: User): UserProfile => profile;

/** Users and their devices in memory; `existing` is the initial content. */
export const makeInMemoryUsers = (existing: readonly User[] = []): UserStore & DeviceStore => {
  const users = new Map(existing.map((user) => [keyOf({ companyId: user.companyId, userId: user.id }), user]));

  const findId = (companyId: string, identifier: LookUp): number | undefined =>
    [...users.values()].find((user) => user.companyId === companyId && hasIdentifiers(user, identifier))?.id;

  const refuseTaken = (after: UserProfile): void => {
    for (const identifier of lookUpsOf(after)) {
      const holder = findId(after.companyId, identifier);
      if (holder !== undefined && holder !== after.id)
        throw new IdentifierTaken(`${Object.keys(identifier)[0]} is user ${holder}'s`);
    }
  };

  const change: UserStore['change'] = async (ref, decide) => {
    const before = users.get(keyOf(ref));
    const after = decide(before);
    if (isDeepStrictEqual(before && profileOf(before), after)) return { outcome: 'unchanged', before, after };
    if (!after) {
      users.delete(keyOf(ref));
      return { outcome: 'deleted', before, after };
    }
    refuseTaken(after);
    users.set(keyOf(ref), { ...after, devices: before?.devices ?? [] });
    return { outcome: 'written', before, after };
  };

  return {
    find: async (ref) => users.get(keyOf(ref)),
    findAll: async (refs) => refs.map((ref) => users.get(keyOf(ref))).filter((user) => user !== undefined),
    findId: async (companyId, identifier) => findId(companyId, identifier),
    findIds: async (companyId, identifiers) => identifiers.map((one) => findId(companyId, one)),
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
    change,
    save: async (profile) => {
      const { outcome } = await change({ companyId: profile.companyId, userId: profile.id }, () => profile);
      return outcome === 'unchanged' ? outcome : 'written';
    },
    // Only the user item has devices.
    listByCompany: async (companyId, { after = 0, limit }) => {
      const found = [...users.values()]
        .filter((user) => user.companyId === companyId && user.id > after)
        .toSorted((one, other) => one.id - other.id);
      const last = found[limit - 1];
      return { users: found.slice(0, limit).map(profileOf), ...(found.length > limit && last && { next: last.id }) };
    },
  };
};
