import type { ImportRef } from '../../domain/audit-entry.ts';
import { badgesOf } from '../../domain/identifiers.ts';
import type { Logs } from '../../domain/logs.ts';
import { isErased, presentUser, type UserStore } from '../../domain/user.ts';

interface NewUsersStores {
  readonly log: Pick<Logs, 'listNewUsers'>;
  readonly users: Pick<UserStore, 'findStates'>;
}

/** Lists the users that an import created, as they are now. Those who have since been removed have only their id. */
export const listNewUsers = async ({ log, users }: NewUsersStores, ref: ImportRef, after?: string) => {
  const { userIds, at, next } = await log.listNewUsers(ref, after);
  const states = await users.findStates(ref.companyId, userIds);
  const items = userIds.map((id) => {
    const state = states.get(id);
    const { name, email, ...badges } = (isErased(state, at) ? undefined : presentUser(state)) ?? {};
    return { id, name, email, uids: [...badgesOf(badges)] };
  });
  return { items, next };
};
