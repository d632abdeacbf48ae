import { describe, expect, it } from '@jest/globals';
import { addDevice, removeDevice } from '../../../../shared/use-cases/users/update-user.ts';
import { auditEntries } from '../../../support/audit-entries.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const NOW = 1_800_000_000_000;
const user = { companyId: 'acme', userId: 42 };
const actor = { through: 'cli', id: 'olive' } as const;

const start = () => {
  const database = makeMemoryDatabase();
  const users = makeInMemoryUsers([{ companyId: 'acme', id: 42, devices: [] }], database);
  const find = async () => (await users.find(user))?.devices;
  return { context: { devices: users, actor, now: () => NOW }, entries: () => auditEntries(database), find };
};

const entry = { kind: 'admin', companyId: 'acme', receivedAt: NOW, actor, target: { userId: 42 } };

describe('The devices of a user', () => {
  it('cannot be added twice or removed twice, and their changes are logged without the endpoint', async () => {
    const { context, entries, find } = start();
    expect(await addDevice(context, user, 'arn:phone')).toBe('written');
    expect(entries()).toEqual([{ ...entry, action: 'devices.add' }]);
    expect(await addDevice(context, user, 'arn:phone')).toBe('unchanged');
    expect(await find()).toEqual(['arn:phone']);
    await removeDevice(context, user, 'arn:phone');
    await expect(removeDevice(context, user, 'arn:phone')).rejects.toMatchObject({ code: 'device_not_found' });
    expect(await find()).toEqual([]);
    expect(entries()).toHaveLength(2);
    expect(entries()).toContainEqual({ ...entry, action: 'devices.remove' });
  });
});
