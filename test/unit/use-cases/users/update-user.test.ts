import { describe, expect, it } from '@jest/globals';
import { makeLogStore } from '../../../../shared/adapters/dynamodb/log-store.ts';
import { makeToAuditWrites } from '../../../../shared/adapters/dynamodb/audit-log.ts';
import { makeUserStore } from '../../../../shared/adapters/dynamodb/user-store.ts';
import type { UserStore } from '../../../../shared/domain/user.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../../shared/settings.ts';
import { findStoredUser, updateUser } from '../../../../shared/use-cases/users/update-user.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const companyId = 'acme';
const ada = { companyId, userId: 1 };

const start = async () => {
  const database = makeMemoryDatabase();
  const users = makeUserStore(database, localTableNames.users, makeToAuditWrites(localTableNames, 400));
  await users.save({ companyId, id: 1, name: 'Ada', uid: 'E-1', email: 'ada@example.com' });
  await users.save({ companyId, id: 2, uid: 'E-2' });
  const context = { users, actor: { through: 'console', id: 'ana' } as const, requestId: 'r', now: () => NOW };
  const log = makeLogStore(database, localTableNames, defaultLogRetention, () => NOW);
  const list = async () => (await log.listByUser(ada, {}, { limit: 10 })).items;
  return { users, context, list, revision: (await findStoredUser(users, ada)).revision };
};

/** Calls `interrupt` between the read of a user and the write. */
const afterRead = (users: UserStore, interrupt: () => Promise<unknown>): UserStore => ({
  ...users,
  findAll: async (refs) => {
    const found = await users.findAll(refs);
    await interrupt();
    return found;
  },
});

describe('The update of a user', () => {
  it('changes the given fields, and logs only fields that changed', async () => {
    const { context, list, revision } = await start();
    const uids = ['E-3', 'E-4'];
    const changes = { name: null, uids, language: 'es' } as const;
    const updated = await updateUser(context, ada, changes, revision);
    expect(updated).toMatchObject({ id: 1, uid: 'E-3', uids, email: 'ada@example.com', language: 'es' });
    expect(updated).not.toHaveProperty('name');
    expect(updated.changedBy).toEqual({ through: 'console', id: 'ana', requestId: 'r', at: NOW });
    expect(await list()).toMatchObject([
      {
        action: 'users.update',
        target: { userId: 1 },
        actor: { through: 'console', id: 'ana' },
        before: { name: 'Ada', uids: ['E-1'] },
        after: { uids, language: 'es' },
      },
    ]);
    const [entry] = (await list()) as readonly { before?: object; after?: object }[];
    expect(Object.keys({ ...entry?.before })).toEqual(['name', 'uids']);
    expect(Object.keys({ ...entry?.after })).toEqual(['uids', 'language']);
  });

  it('logs no badges for a state, before or after the update, in which the user has none', async () => {
    const { context, list } = await start();
    await updateUser(context, ada, { uid: null }, undefined);
    await updateUser(context, ada, { uid: 'E-9' }, undefined);
    const states = ((await list()) as readonly { before?: object; after?: object }[]).map(({ before, after }) => [
      before,
      after,
    ]);
    expect(states).toContainEqual([{ uids: ['E-1'] }, {}]);
    expect(states).toContainEqual([{}, { uids: ['E-9'] }]);
  });

  it('is rejected if the user’s revision is not the expected one, or changes during the update', async () => {
    const { users, context, list, revision } = await start();
    await expect(updateUser(context, ada, { name: 'A' }, 'other')).rejects.toMatchObject({ code: 'user_changed' });
    const overtaken = afterRead(users, () => users.save({ companyId, id: 1, name: 'Ada Lovelace', uid: 'E-1' }));
    const update = updateUser({ ...context, users: overtaken }, ada, { language: 'es' }, revision);
    await expect(update).rejects.toMatchObject({ code: 'user_changed' });
    expect(await list()).toEqual([]);
    expect((await findStoredUser(users, ada)).name).toBe('Ada Lovelace');
  });

  it('is rejected if the badge is another user’s, or if the user is unknown or is removed during the update', async () => {
    const { users, context } = await start();
    await expect(updateUser(context, ada, { uid: 'E-2' }, undefined)).rejects.toMatchObject({
      code: 'identifier_taken',
      details: { holder: 2 },
    });
    const nobody = { companyId, userId: 3 };
    await expect(findStoredUser(users, nobody)).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(updateUser(context, nobody, { name: 'A' }, undefined)).rejects.toMatchObject({
      code: 'user_not_found',
      details: { companyId },
    });
    const removed = afterRead(users, () => users.change(ada, () => undefined));
    await expect(updateUser({ ...context, users: removed }, ada, { name: 'A' }, undefined)).rejects.toMatchObject({
      code: 'user_not_found',
      details: { companyId },
    });
  });
});
